-- The purchase or inquiry that a `void` withdraws, because it was recorded by mistake. Withdrawn once.
alter table consent_events add column voided_id uuid;
alter table consent_events
  add constraint consent_events_voided_fkey foreign key (tenant_id, voided_id) references consent_events (tenant_id, id) not valid;
alter table consent_events validate constraint consent_events_voided_fkey;
create unique index consent_events_voided on consent_events (tenant_id, voided_id) where voided_id is not null;
