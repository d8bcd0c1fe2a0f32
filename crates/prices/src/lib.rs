//! What the tokens of each known model cost, in whole pico-dollars.
//!
//! - `rates`: the price of one token of each kind
//! - `row`: one line of a price table
//! - `table`: the built-in prices, the ones put over them, and which of them hold for a model
//! - `model_name`: under which names a model may stand in a table
//! - `litellm`: reads the price file of LiteLLM
//!
//! Pure: what is in a file or what time it is comes as an argument.

mod litellm;
mod model_name;
mod rates;
mod row;
mod table;

pub use litellm::{LitellmImport, PriceFault, PriceFaultReason, read_litellm};
pub use rates::Rates;
pub use row::{InvalidPriceRow, PriceRow};
pub use table::{PriceBasis, PriceTable, PricedModel, ResponsePrice, price_response};
