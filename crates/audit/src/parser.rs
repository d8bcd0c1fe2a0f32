//! Reads the tokens of a query.

use crate::QueryError;
use crate::lexer::{Token, TokenKind};
use crate::schema::{GraphLabel, LABELS};
use crate::syntax::{
    Expression, FUNCTIONS, GraphQuery, OrderItem, OrderKey, ReturnItem, TextMatch,
};

/// How deep expressions may be nested.
const DEPTH: usize = 40;
/// How many operators a query may have.
const JOINED: usize = 200;

/// Words that end an expression.
const CLAUSES: &[&str] = &[
    "match", "where", "return", "order", "by", "skip", "limit", "as", "asc", "desc", "then",
    "when", "else", "end",
];

pub(crate) struct Parser<'a> {
    tokens: &'a [Token],
    text: &'a str,
    at: usize,
    depth: usize,
    joined: usize,
    variable: String,
    label: &'static GraphLabel,
}

type Parsed<T> = Result<T, QueryError>;

impl<'a> Parser<'a> {
    pub(crate) fn new(tokens: &'a [Token], text: &'a str) -> Self {
        let label = &LABELS[0];
        Self { tokens, text, at: 0, depth: 0, joined: 0, variable: String::new(), label }
    }

    pub(crate) fn query(mut self) -> Parsed<GraphQuery> {
        self.expect_word("match")?;
        self.node()?;
        let filter = if self.take_word("where") { Some(self.expression()?) } else { None };
        self.expect_word("return")?;
        let distinct = self.take_word("distinct");
        let mut returned = vec![self.return_item()?];
        while self.take_symbol(",") {
            returned.push(self.return_item()?);
        }
        let mut order = Vec::new();
        if self.take_word("order") {
            self.expect_word("by")?;
            order.push(self.order_item(&returned)?);
            while self.take_symbol(",") {
                order.push(self.order_item(&returned)?);
            }
        }
        let skip = if self.take_word("skip") { Some(self.whole_number()?) } else { None };
        let limit = if self.take_word("limit") { Some(self.whole_number()?) } else { None };
        self.take_symbol(";");
        if self.token().kind != TokenKind::End {
            return Err(self.unexpected("the end of the query"));
        }
        Ok(GraphQuery { label: self.label, filter, distinct, returned, order, skip, limit })
    }

    /// `(n:Label)`.
    fn node(&mut self) -> Parsed<()> {
        self.expect_symbol("(")?;
        self.variable = self.word("the name of a node")?;
        self.expect_symbol(":")?;
        let at = self.token().start;
        let label = self.word("a label")?;
        let known = LABELS.iter().find(|known| known.name == label);
        self.label = known.ok_or_else(|| {
            let names: Vec<&str> = LABELS.iter().map(|label| label.name).collect();
            QueryError::new(format!("no label `{label}`; there are {}", names.join(", ")), at)
        })?;
        self.expect_symbol(")")?;
        if let TokenKind::Symbol("-" | "<-" | "," | "->") = self.token().kind {
            return Err(self.error("MATCH takes one node; edges are in `fusebox audit export`"));
        }
        Ok(())
    }

    fn return_item(&mut self) -> Parsed<ReturnItem> {
        let start = self.token().start;
        let value = self.expression()?;
        let end = self.tokens.get(self.at.saturating_sub(1)).map_or(start, |token| token.end);
        let name = if self.take_word("as") {
            self.word("a name")?
        } else {
            let text = self.text.get(start..end).unwrap_or_default();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        Ok(ReturnItem { value, name })
    }

    fn order_item(&mut self, returned: &[ReturnItem]) -> Parsed<OrderItem> {
        let named = if let TokenKind::Word(word) = &self.token().kind {
            returned.iter().position(|item| item.name == *word)
        } else {
            None
        };
        let by = match named {
            Some(index) => {
                self.at += 1;
                OrderKey::Column(index + 1)
            }
            None => {
                let value = self.expression()?;
                let same = returned.iter().position(|item| item.value == value);
                same.map_or(OrderKey::Value(value), |index| OrderKey::Column(index + 1))
            }
        };
        let descending = self.take_word("desc") || self.take_word("descending");
        if !descending && !self.take_word("asc") {
            self.take_word("ascending");
        }
        Ok(OrderItem { by, descending })
    }

    fn expression(&mut self) -> Parsed<Expression> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error("it is nested too deep"));
        }
        let mut value = self.conjunction()?;
        while self.take_word("or") {
            let right = self.conjunction()?;
            value = self.join(value, "OR", right)?;
        }
        self.depth -= 1;
        Ok(value)
    }

    /// Two values and what stands between them. A chain is as deep as it is long.
    fn join(
        &mut self,
        left: Expression,
        sql: &'static str,
        right: Expression,
    ) -> Parsed<Expression> {
        self.joined += 1;
        if self.joined > JOINED {
            return Err(self.error("it has too many operators"));
        }
        Ok(Expression::Binary(Box::new(left), sql, Box::new(right)))
    }

    fn conjunction(&mut self) -> Parsed<Expression> {
        let mut value = self.negation()?;
        while self.take_word("and") {
            let right = self.negation()?;
            value = self.join(value, "AND", right)?;
        }
        Ok(value)
    }

    fn negation(&mut self) -> Parsed<Expression> {
        let mut is_negated = false;
        while self.take_word("not") {
            is_negated = !is_negated;
        }
        let value = self.comparison()?;
        Ok(if is_negated { Expression::Not(Box::new(value)) } else { value })
    }

    fn comparison(&mut self) -> Parsed<Expression> {
        let left = self.sum()?;
        for (symbol, sql) in [
            ("=", "="),
            ("<>", "<>"),
            ("!=", "<>"),
            ("<=", "<="),
            (">=", ">="),
            ("<", "<"),
            (">", ">"),
        ] {
            if self.take_symbol(symbol) {
                return Ok(Expression::Binary(Box::new(left), sql, Box::new(self.sum()?)));
            }
        }
        if self.take_word("is") {
            let is_null = !self.take_word("not");
            self.expect_word("null")?;
            return Ok(Expression::IsNull(Box::new(left), is_null));
        }
        if self.take_word("in") {
            self.expect_symbol("[")?;
            let list = self.list("]")?;
            return Ok(Expression::In(Box::new(left), list));
        }
        let how = if self.take_word("contains") {
            TextMatch::Contains
        } else if self.take_word("starts") {
            self.expect_word("with")?;
            TextMatch::StartsWith
        } else if self.take_word("ends") {
            self.expect_word("with")?;
            TextMatch::EndsWith
        } else {
            return Ok(left);
        };
        Ok(Expression::TextMatch(Box::new(left), how, Box::new(self.sum()?)))
    }

    fn sum(&mut self) -> Parsed<Expression> {
        let mut value = self.product()?;
        loop {
            let sql = if self.take_symbol("+") {
                "+"
            } else if self.take_symbol("-") {
                "-"
            } else {
                return Ok(value);
            };
            let right = self.product()?;
            value = self.join(value, sql, right)?;
        }
    }

    fn product(&mut self) -> Parsed<Expression> {
        let mut value = self.factor()?;
        loop {
            let known = ["*", "/", "%"].into_iter().find(|symbol| self.take_symbol(symbol));
            let Some(sql) = known else { return Ok(value) };
            let right = self.factor()?;
            value = self.join(value, sql, right)?;
        }
    }

    fn factor(&mut self) -> Parsed<Expression> {
        if self.take_symbol("-") {
            self.depth += 1;
            if self.depth > DEPTH {
                return Err(self.error("it is nested too deep"));
            }
            let value = self.factor()?;
            self.depth -= 1;
            return Ok(Expression::Negative(Box::new(value)));
        }
        if self.take_symbol("(") {
            let value = self.expression()?;
            self.expect_symbol(")")?;
            return Ok(value);
        }
        let literal = match &self.token().kind {
            TokenKind::Integer(number) => Some(Expression::Integer(*number)),
            TokenKind::Decimal(number) => Some(Expression::Decimal(*number)),
            TokenKind::Text(text) => Some(Expression::Text(text.clone())),
            TokenKind::Word(_) | TokenKind::Symbol(_) | TokenKind::End => None,
        };
        if let Some(literal) = literal {
            self.at += 1;
            return Ok(literal);
        }
        for (word, value) in [
            ("true", Expression::Bool(true)),
            ("false", Expression::Bool(false)),
            ("null", Expression::Null),
        ] {
            if self.take_word(word) {
                return Ok(value);
            }
        }
        if self.take_word("case") {
            return self.case();
        }
        self.property_or_call()
    }

    fn property_or_call(&mut self) -> Parsed<Expression> {
        let at = self.token().start;
        let is_clause = |word: &str| CLAUSES.contains(&word.to_lowercase().as_str());
        let word = if let TokenKind::Word(word) = &self.token().kind
            && !is_clause(word)
        {
            word.clone()
        } else {
            return Err(self.unexpected("a value"));
        };
        self.at += 1;
        if self.take_symbol("(") {
            return self.call(&word, at);
        }
        if word != self.variable {
            return Err(QueryError::new(format!("nothing is named `{word}`"), at));
        }
        self.expect_symbol(".")?;
        let at = self.token().start;
        let name = self.word("a property")?;
        let known = self.label.properties.iter().find(|property| property.name == name);
        known.map(Expression::Property).ok_or_else(|| {
            let names: Vec<&str> = self.label.properties.iter().map(|it| it.name).collect();
            let of = format!("{} has no `{name}`; it has {}", self.label.name, names.join(", "));
            QueryError::new(of, at)
        })
    }

    fn call(&mut self, name: &str, at: usize) -> Parsed<Expression> {
        let lower = name.to_lowercase();
        let function = FUNCTIONS.iter().find(|function| function.name == lower);
        let function =
            function.ok_or_else(|| QueryError::new(format!("no function `{name}`"), at))?;
        if function.name == "count" && self.take_symbol("*") {
            self.expect_symbol(")")?;
            return Ok(Expression::CountAll);
        }
        let distinct = function.aggregates && self.take_word("distinct");
        let arguments = self.list(")")?;
        let (least, most) = function.arguments;
        if !(least..=most).contains(&arguments.len()) {
            let text = format!("`{name}` takes {least} to {most} values");
            return Err(QueryError::new(text, at));
        }
        if function.aggregates && arguments.iter().any(Expression::aggregates) {
            return Err(QueryError::new("an aggregate cannot hold another one", at));
        }
        Ok(Expression::Call(function, distinct, arguments))
    }

    fn case(&mut self) -> Parsed<Expression> {
        let of = if self.is_word("when") { None } else { Some(Box::new(self.expression()?)) };
        let mut arms = Vec::new();
        while self.take_word("when") {
            let when = self.expression()?;
            self.expect_word("then")?;
            arms.push((when, self.expression()?));
        }
        if arms.is_empty() {
            return Err(self.unexpected("WHEN"));
        }
        let otherwise =
            if self.take_word("else") { Some(Box::new(self.expression()?)) } else { None };
        self.expect_word("end")?;
        Ok(Expression::Case { of, arms, otherwise })
    }

    /// Values between commas, up to the closing symbol.
    fn list(&mut self, end: &'static str) -> Parsed<Vec<Expression>> {
        let mut values = Vec::new();
        if self.take_symbol(end) {
            return Ok(values);
        }
        loop {
            values.push(self.expression()?);
            if self.take_symbol(end) {
                return Ok(values);
            }
            self.expect_symbol(",")?;
        }
    }

    fn token(&self) -> &'a Token {
        const END: Token = Token { kind: TokenKind::End, start: 0, end: 0 };
        static NONE: Token = END;
        self.tokens.get(self.at).or(self.tokens.last()).unwrap_or(&NONE)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(&self.token().kind, TokenKind::Word(found) if found.eq_ignore_ascii_case(word))
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is_it = self.is_word(word);
        self.at += usize::from(is_it);
        is_it
    }

    fn take_symbol(&mut self, symbol: &str) -> bool {
        let is_it = matches!(&self.token().kind, TokenKind::Symbol(found) if *found == symbol);
        self.at += usize::from(is_it);
        is_it
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        match self.take_word(word) {
            true => Ok(()),
            false => Err(self.unexpected(&word.to_uppercase())),
        }
    }

    fn expect_symbol(&mut self, symbol: &str) -> Parsed<()> {
        match self.take_symbol(symbol) {
            true => Ok(()),
            false => Err(self.unexpected(&format!("`{symbol}`"))),
        }
    }

    fn word(&mut self, what: &str) -> Parsed<String> {
        if let TokenKind::Word(word) = &self.token().kind {
            self.at += 1;
            return Ok(word.clone());
        }
        Err(self.unexpected(what))
    }

    fn whole_number(&mut self) -> Parsed<i64> {
        if let TokenKind::Integer(number) = self.token().kind {
            self.at += 1;
            return Ok(number);
        }
        Err(self.unexpected("a whole number"))
    }

    fn unexpected(&self, wanted: &str) -> QueryError {
        let token = self.token();
        let found = if token.kind == TokenKind::End {
            "the end".to_owned()
        } else {
            format!("`{}`", self.text.get(token.start..token.end).unwrap_or_default())
        };
        self.error(&format!("{wanted} is expected, and there is {found}"))
    }

    fn error(&self, what: &str) -> QueryError {
        QueryError::new(what, self.token().start)
    }
}
