-- The ledger of consent: for each event its purpose, how the person expressed it, the wording, and where it comes from.
-- A text that opts out or in concerns all purposes.
alter table consent_events
  add column purpose text not null default 'all' check (purpose in ('all', 'marketing', 'service')),
  add column page_url text,
  add column ip_address text,
  add column recorded_by uuid,
  -- Null: all our numbers.
  alter column tenant_phone drop not null,
  add check (source in ('text', 'carrier', 'phone-call', 'in-person', 'paper-form', 'email', 'web-page', 'import')),
  add foreign key (tenant_id, recorded_by) references users (tenant_id, id);
alter table consent_events alter column purpose drop default;
create index consent_events_of_number on consent_events (tenant_id, contact_phone, created_at, id);

-- Null: nothing is recorded for this pair. A row with an empty tenant_phone is what was recorded for all our numbers.
alter table opt_outs
  alter column is_opted_out drop not null,
  add column is_marketing_opted_out boolean;

-- Marketing takes consent of its own, asked for again when the message is sent.
alter table messages add column is_marketing boolean not null default false;
