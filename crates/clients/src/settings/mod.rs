//! Settings files of others, changed in place: every byte that is not ours stays as it is.
//!
//! A [`Document`] is a text with the places of its values; an edit replaces one stretch of it. The
//! text is never written anew from what it means, so order, indentation and spelling survive.

mod document;
mod edit;
mod scan;

pub(crate) use document::Document;
pub(crate) use scan::{Kind, Node};
