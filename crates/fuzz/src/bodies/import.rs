//! Imports configuration files of other designs.

use fusebox_config::{CompileRequest, PolicyLayer, compile_policy, import_settings};

/// In every format a file gives settings that are a configuration file, or one sentence that says why not.
pub(super) fn body(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for name in ["x.yaml", "x.json", "x.toml", "x.env"] {
        match import_settings(name, &text) {
            Ok(imported) => {
                let layer = PolicyLayer::user("imported.toml", imported.toml.as_str());
                let compiled = compile_policy(&[layer], &CompileRequest::default());
                let compiled = compiled.map_err(|problems| problems.to_string());
                assert!(compiled.is_ok(), "{compiled:?}\n{}", imported.toml);
                let said = imported.left.iter().flat_map(|left| [&left.key, &left.why]);
                said.for_each(|said| assert!(!said.contains(char::is_control), "{said:?}"));
            }
            Err(why) => assert!(!why.contains(char::is_control), "{why:?}"),
        }
    }
}
