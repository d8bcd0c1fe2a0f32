//! What the tokens of each known model cost, in whole pico-dollars.
//!
//! - `rates`: the price of one token of each kind
//! - `row`: one line of a price table
//! - `table`: the built-in prices, the ones put over them, and which of them hold for a model
//! - `sources`: the prices that hold on a machine, where only the lines of a model are read
//! - `model_name`: under which names a model may stand in a table
//! - `litellm`: reads the price file of LiteLLM
//!
//! Pure: what is in a file or what time it is comes as an argument.

mod litellm;
mod model_name;
mod rates;
mod row;
mod sources;
mod table;

pub use litellm::{LitellmImport, PriceFault, PriceFaultReason, read_litellm};
pub use model_name::common_name;
pub use rates::{Rates, WEB_SEARCH};
pub use row::{InvalidPriceRow, PriceRow};
pub use sources::{PriceSources, ResponsePrice, price_response};
pub use table::{PriceBasis, PriceTable, PricedModel};
