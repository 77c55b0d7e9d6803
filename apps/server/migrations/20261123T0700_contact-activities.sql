-- The timeline of a contact: docs/decisions/20261123T0700-activities-of-contacts.md

-- What happened to a contact and no other table says. No foreign keys: checking them for each row would slow down imports and
-- bulk actions. Rows go with their contact, in the statement that deletes it.
create table contact_activities (
  tenant_id uuid not null,
  -- The row of contacts that was the main one at the time.
  contact_id uuid not null,
  created_at timestamptz not null,
  id uuid not null,
  kind text not null check (kind in ('changed', 'note-deleted', 'blocked', 'unblocked')),
  -- Null: a rule of the business.
  actor_user_id uuid,
  cause text check (cause in ('bulk', 'bulk-undo', 'import', 'import-undo')),
  import_id uuid,
  -- The values that differ, by field; null for other kinds.
  before jsonb,
  after jsonb,
  -- The contact's number, of a block.
  phone text,
  primary key (tenant_id, contact_id, created_at, id)
);
select directory.protect_tenant_table('contact_activities');

alter table contacts
  -- The teammate who added the contact; null for one that texted first.
  add column added_by uuid,
  -- The import that added it.
  add column import_id uuid;

create index messages_of_team_by_time on messages (tenant_id, conversation_id, created_at, id) where type in ('note', 'update');
