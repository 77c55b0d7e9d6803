-- `lost`: open when the access to its account was taken back, so whether it was paid cannot be read.
alter table payment_checkouts drop constraint payment_checkouts_state_check;
alter table payment_checkouts add constraint payment_checkouts_state_check
  check (state in ('creating', 'open', 'completed', 'expired', 'failed', 'lost'));
create index payment_checkouts_lost on payment_checkouts (tenant_id) where state = 'lost';
