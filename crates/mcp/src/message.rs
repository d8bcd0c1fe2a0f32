//! Messages of JSON-RPC 2.0: what is asked, and how it is answered.

use serde_json::{Value, json};

/// A request or a notification.
#[derive(Debug)]
pub(crate) struct Request {
    /// What the answer repeats; a notification has none and gets no answer.
    pub(crate) id: Option<Value>,
    pub(crate) method: String,
    pub(crate) params: Value,
}

/// Why a request is not served.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RpcError {
    code: i32,
    message: String,
}

impl RpcError {
    /// The text is not JSON.
    pub(crate) fn parse(message: String) -> Self {
        Self { code: -32700, message }
    }

    /// The JSON is no request.
    pub(crate) fn invalid_request() -> Self {
        Self { code: -32600, message: "this is no request of JSON-RPC 2.0".to_owned() }
    }

    /// The server has no such method.
    pub(crate) fn no_method(method: &str) -> Self {
        Self { code: -32601, message: format!("there is no method `{method}`") }
    }

    /// The parameters are wrong.
    pub(crate) fn params(message: String) -> Self {
        Self { code: -32602, message }
    }

    /// There is no such resource.
    pub(crate) fn no_resource(uri: &str) -> Self {
        Self { code: -32002, message: format!("there is no resource `{uri}`") }
    }

    /// Fusebox itself failed.
    pub(crate) fn internal(message: String) -> Self {
        Self { code: -32603, message }
    }
}

impl Request {
    /// Reads a message; `None` where it is the client's answer to something, which this server never asks.
    pub(crate) fn of(message: Value) -> Result<Option<Self>, RpcError> {
        let Value::Object(mut fields) = message else { return Err(RpcError::invalid_request()) };
        let is_answer = fields.contains_key("result") || fields.contains_key("error");
        let Some(Value::String(method)) = fields.remove("method") else {
            return if is_answer { Ok(None) } else { Err(RpcError::invalid_request()) };
        };
        let id = fields.remove("id").filter(|id| id.is_string() || id.is_number());
        let params = fields.remove("params").unwrap_or(Value::Null);
        Ok(Some(Self { id, method, params }))
    }
}

/// The answer to a request.
pub(crate) fn answer(id: &Value, result: Result<Value, RpcError>) -> Value {
    match result {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err(error) => json!({
            "jsonrpc": "2.0",
            "id": id,
            "error": {"code": error.code, "message": error.message},
        }),
    }
}
