-- What the account was asked for with: the same request is repeated until the provider has answered it.
alter table payment_accounts add column request jsonb;

-- The account at the provider that has it. Rows of before have none, and belong to the account of then.
alter table payment_checkouts add column account_id text;
alter table payment_charges add column account_id text;
alter table payment_cards add column account_id text;
