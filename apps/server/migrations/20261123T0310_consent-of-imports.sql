-- Consent that a teammate states for the people of an import.
alter table contact_imports
  -- How and when they agreed to marketing texts; null: nothing is recorded.
  add column consent_wording text,
  -- Contacts with a record, and those without because they opted out.
  add column consented integer not null default 0,
  add column consent_opted_out integer not null default 0;
alter table contact_import_rows add column consented_on date;

alter table consent_events
  drop constraint consent_events_kind_check,
  -- `void`: the opt-in of an import no longer counts, because the import was undone.
  add constraint consent_events_kind_check check (kind in ('opt-out', 'opt-in', 'help', 'void')),
  -- When the person agreed, if that is known and not the time of the record.
  add column agreed_on date,
  add column import_id uuid,
  -- The row of its file.
  add column import_row integer,
  add foreign key (tenant_id, import_id) references contact_imports (tenant_id, id);
create index consent_events_of_import on consent_events (tenant_id, import_id, import_row) where import_id is not null;
