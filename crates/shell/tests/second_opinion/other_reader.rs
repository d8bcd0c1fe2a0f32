//! Reads a command line with `brush-parser`, as far as both readers can be compared.

use brush_parser::ast::{
    Command, CommandPrefixOrSuffixItem, CompoundCommand, CompoundList, IoFileRedirectTarget,
    IoRedirect, Pipeline, RedirectList, SimpleCommand, Word,
};
use brush_parser::{Parser, ParserOptions, unquote_str};

/// The commands and the redirections of a line, in order.
#[derive(Debug, Default)]
pub(crate) struct OtherReading {
    /// The words of each simple command; `None` for a word that is expanded.
    pub(crate) commands: Vec<Vec<Option<String>>>,
    /// The files and the data of redirections.
    pub(crate) targets: Vec<Option<String>>,
}

/// Reads the line; an error where it cannot be read.
pub(crate) fn read(line: &str) -> Result<OtherReading, String> {
    let mut parser = Parser::new(line.as_bytes(), &ParserOptions::default());
    let program = parser.parse_program().map_err(|error| error.to_string())?;
    let mut reading = OtherReading::default();
    program.complete_commands.iter().for_each(|list| reading.list(list));
    Ok(reading)
}

/// The text of a word without its quotes; `None` where it is expanded, or quoted in a way that only one of
/// the readers undoes.
fn plain(word: &Word) -> Option<String> {
    let text = &word.value;
    let is_expanded = text.contains(['$', '`', '\\']) || text.contains("<(") || text.contains(">(");
    // A quote inside quotes is text.
    let is_mixed = text.contains('\'') && text.contains('"');
    (!is_expanded && !is_mixed).then(|| unquote_str(text))
}

impl OtherReading {
    fn list(&mut self, list: &CompoundList) {
        for item in &list.0 {
            self.pipeline(&item.0.first);
            for next in &item.0.additional {
                let (brush_parser::ast::AndOr::And(pipeline)
                | brush_parser::ast::AndOr::Or(pipeline)) = next;
                self.pipeline(pipeline);
            }
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline) {
        pipeline.seq.iter().for_each(|command| self.command(command));
    }

    fn command(&mut self, command: &Command) {
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Compound(compound, redirects) => {
                self.compound(compound);
                self.redirects(redirects.as_ref());
            }
            Command::Function(function) => {
                self.compound(&function.body.0);
                self.redirects(function.body.1.as_ref());
            }
            Command::ExtendedTest(_, redirects) => self.redirects(redirects.as_ref()),
        }
    }

    fn compound(&mut self, compound: &CompoundCommand) {
        match compound {
            CompoundCommand::Arithmetic(_) => {}
            CompoundCommand::ArithmeticForClause(clause) => self.list(&clause.body.list),
            CompoundCommand::BraceGroup(group) => self.list(&group.list),
            CompoundCommand::Subshell(shell) => self.list(&shell.list),
            CompoundCommand::ForClause(clause) => self.list(&clause.body.list),
            CompoundCommand::CaseClause(clause) => {
                clause.cases.iter().filter_map(|case| case.cmd.as_ref()).for_each(|l| self.list(l));
            }
            CompoundCommand::IfClause(clause) => {
                self.list(&clause.condition);
                self.list(&clause.then);
                for other in clause.elses.iter().flatten() {
                    other.condition.iter().for_each(|list| self.list(list));
                    self.list(&other.body);
                }
            }
            CompoundCommand::WhileClause(clause) | CompoundCommand::UntilClause(clause) => {
                self.list(&clause.0);
                self.list(&clause.1.list);
            }
            CompoundCommand::Coprocess(process) => self.command(&process.body),
        }
    }

    fn simple(&mut self, simple: &SimpleCommand) {
        let mut words: Vec<Option<String>> = simple.word_or_name.iter().map(plain).collect();
        let prefix = simple.prefix.iter().flat_map(|prefix| &prefix.0);
        for item in prefix {
            if let CommandPrefixOrSuffixItem::IoRedirect(redirect) = item {
                self.redirect(redirect);
            }
        }
        for item in simple.suffix.iter().flat_map(|suffix| &suffix.0) {
            match item {
                CommandPrefixOrSuffixItem::IoRedirect(redirect) => self.redirect(redirect),
                CommandPrefixOrSuffixItem::Word(word)
                | CommandPrefixOrSuffixItem::AssignmentWord(_, word) => words.push(plain(word)),
                CommandPrefixOrSuffixItem::ProcessSubstitution(..) => words.push(None),
            }
        }
        if !words.is_empty() {
            self.commands.push(words);
        }
    }

    fn redirects(&mut self, list: Option<&RedirectList>) {
        list.iter().flat_map(|list| &list.0).for_each(|redirect| self.redirect(redirect));
    }

    fn redirect(&mut self, redirect: &IoRedirect) {
        match redirect {
            IoRedirect::File(_, _, IoFileRedirectTarget::Filename(word))
            | IoRedirect::HereString(_, word)
            | IoRedirect::OutputAndError(word, _) => self.targets.push(plain(word)),
            IoRedirect::HereDocument(_, document) => {
                // Data is not unquoted, and tabs before its lines are the shell's to remove.
                let is_same = !document.requires_expansion && !document.remove_tabs;
                self.targets.push(is_same.then(|| document.doc.value.clone()));
            }
            IoRedirect::File(..) => {}
        }
    }
}
