//! A query as it is written.

use crate::schema::GraphLabel;

/// `MATCH (n:Label) WHERE … RETURN … ORDER BY … SKIP … LIMIT …`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GraphQuery {
    pub(crate) label: &'static GraphLabel,
    pub(crate) filter: Option<Expression>,
    pub(crate) distinct: bool,
    pub(crate) returned: Vec<ReturnItem>,
    pub(crate) order: Vec<OrderItem>,
    pub(crate) skip: Option<i64>,
    pub(crate) limit: Option<i64>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ReturnItem {
    pub(crate) value: Expression,
    /// The name after `AS`, else the text of the expression.
    pub(crate) name: String,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OrderItem {
    pub(crate) by: OrderKey,
    pub(crate) descending: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum OrderKey {
    /// A returned column, by its position from 1.
    Column(usize),
    Value(Expression),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expression {
    Null,
    Bool(bool),
    Integer(i64),
    Decimal(f64),
    Text(String),
    Property(&'static crate::schema::Property),
    Not(Box<Self>),
    Negative(Box<Self>),
    /// Two values and the SQL operator between them.
    Binary(Box<Self>, &'static str, Box<Self>),
    IsNull(Box<Self>, bool),
    In(Box<Self>, Vec<Self>),
    TextMatch(Box<Self>, TextMatch, Box<Self>),
    Call(Function, bool, Vec<Self>),
    CountAll,
    Case {
        of: Option<Box<Self>>,
        arms: Vec<(Self, Self)>,
        otherwise: Option<Box<Self>>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextMatch {
    Contains,
    StartsWith,
    EndsWith,
}

/// A function, with its SQL name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FunctionKind {
    pub(crate) name: &'static str,
    pub(crate) sql: &'static str,
    pub(crate) aggregates: bool,
    /// How many arguments it takes, least and most.
    pub(crate) arguments: (usize, usize),
}

pub(crate) type Function = &'static FunctionKind;

const fn function(
    name: &'static str,
    sql: &'static str,
    aggregates: bool,
    arguments: (usize, usize),
) -> FunctionKind {
    FunctionKind { name, sql, aggregates, arguments }
}

pub(crate) const FUNCTIONS: &[FunctionKind] = &[
    function("count", "count", true, (1, 1)),
    function("sum", "sum", true, (1, 1)),
    function("avg", "avg", true, (1, 1)),
    function("min", "min", true, (1, 1)),
    function("max", "max", true, (1, 1)),
    function("coalesce", "coalesce", false, (2, 8)),
    function("round", "round", false, (1, 2)),
    function("abs", "abs", false, (1, 1)),
    function("tolower", "lower", false, (1, 1)),
    function("toupper", "upper", false, (1, 1)),
    function("size", "length", false, (1, 1)),
];

impl Expression {
    /// Whether it sums up many rows.
    pub(crate) fn aggregates(&self) -> bool {
        match self {
            Self::CountAll => true,
            Self::Call(function, _, arguments) => {
                function.aggregates || arguments.iter().any(Self::aggregates)
            }
            Self::Not(of) | Self::Negative(of) | Self::IsNull(of, _) => of.aggregates(),
            Self::Binary(left, _, right) | Self::TextMatch(left, _, right) => {
                left.aggregates() || right.aggregates()
            }
            Self::In(of, list) => of.aggregates() || list.iter().any(Self::aggregates),
            Self::Case { of, arms, otherwise } => {
                let single = of.iter().chain(otherwise);
                single.map(|value| &**value).any(Self::aggregates)
                    || arms.iter().any(|(when, then)| when.aggregates() || then.aggregates())
            }
            Self::Null
            | Self::Bool(_)
            | Self::Integer(_)
            | Self::Decimal(_)
            | Self::Text(_)
            | Self::Property(_) => false,
        }
    }
}
