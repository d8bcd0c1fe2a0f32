//! Checks the payloads that every client with hooks writes to a hook, each read by the adapters of all.

use fusebox_clients::install::installer_of;
use fusebox_clients::{CLIENTS, ClientEnvironment};

use super::called;

/// Whatever a client writes is read or rejected by each adapter, with and without a hook on the command line.
pub(super) fn body(data: &[u8]) {
    for client in CLIENTS {
        let Some(installer) = installer_of(client) else { continue };
        for hook in [None, Some(installer.facts.test_hook.to_owned())] {
            let around = ClientEnvironment { hook, ..ClientEnvironment::default() };
            called::check(client, data, &around);
        }
    }
}
