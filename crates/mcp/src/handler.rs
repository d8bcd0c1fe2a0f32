//! What the server says to the SDK: its tools, its resources and itself.

use std::path::Path;
use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, Implementation, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;
use tokio::sync::Mutex;

use crate::command::{CommandOutput, FuseboxProgram};
use crate::{SERVER_NAME, resources, tools};

const INSTRUCTIONS: &str = "\
Fusebox is a circuit breaker outside of this session. When it refuses your calls, report once with \
report_blocked or report_complete, then end your turn: these tools pass after a trip. status shows how \
the sessions stand. justify asks for a change outside of the files of your task.";

/// The handler of one connection.
#[derive(Debug, Clone)]
pub(crate) struct FuseboxHandler {
    commands: SerialCommands,
    version: String,
}

/// Runs one command at a time, in the order of the requests, on another thread: the connection answers a ping
/// while a verifier runs.
#[derive(Debug, Clone)]
pub(crate) struct SerialCommands {
    program: Arc<Mutex<FuseboxProgram>>,
}

impl SerialCommands {
    async fn run<S>(&self, words: Vec<S>) -> Result<CommandOutput, ErrorData>
    where
        S: AsRef<str> + Send + 'static,
    {
        let program = Arc::clone(&self.program).lock_owned().await;
        // The lock goes along: a request that is cancelled does not let the next command begin too early.
        tokio::task::spawn_blocking(move || program.run(&words))
            .await
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))
    }

    /// Waits for the end of the command that runs.
    pub(crate) async fn finish(&self) {
        let _last = self.program.lock().await;
    }
}

impl FuseboxHandler {
    pub(crate) fn new(program: &Path, version: &str) -> Self {
        let program = Arc::new(Mutex::new(FuseboxProgram::new(program)));
        Self { commands: SerialCommands { program }, version: version.to_owned() }
    }

    pub(crate) fn commands(&self) -> SerialCommands {
        self.commands.clone()
    }
}

impl ServerHandler for FuseboxHandler {
    fn get_info(&self) -> ServerConfig {
        let own = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let name = Implementation::new(SERVER_NAME, self.version.as_str()).with_title("Fusebox");
        ServerConfig::new(own).with_server_info(name).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let (arguments, note) = tools::fitting(&arguments);
        let words = tools::command_of(&request.name, &arguments)?;
        Ok(tools::result_of(&self.commands.run(words).await?, &note).into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let incidents = self.commands.run(resources::OPEN_INCIDENTS.to_vec()).await?;
        Ok(ListResourcesResult::with_all_items(resources::list(&incidents)?))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let words = resources::command_of(&request.uri)?;
        let report = self.commands.run(words).await?;
        Ok(ReadResourceResult::new(vec![resources::content_of(&request.uri, &report)?]).into())
    }
}
