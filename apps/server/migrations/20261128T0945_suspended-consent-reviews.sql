-- A text that may be an opt-out and arrived while its number was opted out: to be reviewed if a teammate lifts the opt-out.
alter table consent_reviews drop constraint consent_reviews_state_check;
alter table consent_reviews add constraint consent_reviews_state_check
  check (state in ('pending', 'suspended', 'opted-out', 'dismissed', 'superseded')) not valid;
alter table consent_reviews validate constraint consent_reviews_state_check;
create index consent_reviews_suspended on consent_reviews (tenant_id, contact_phone) where state = 'suspended';
