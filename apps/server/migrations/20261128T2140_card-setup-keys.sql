-- The key of the request for a page on which a card is left; null: the id of the row. It changes after an error of the
-- provider, which the provider repeats under the same key for a day.
alter table payment_card_setups add column request_key text;
