-- The provider’s id of the last attempt to keep a card that the bank declined, which tells attempts apart, and its time.
alter table payment_card_setups add column declined_attempt text, add column declined_at timestamptz;
