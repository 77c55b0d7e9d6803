-- Who did what: append only, for every plan. Names stand in it as they were, so that it outlives whom and what it names.
create table audit_entries (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  action text not null,
  -- Null: the house itself, by a rule somebody set.
  actor_user_id uuid,
  actor_name text not null,
  -- What it was done to, in the words its owner would use.
  subject text not null,
  data jsonb not null default '{}',
  address text,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select directory.protect_tenant_table('audit_entries');
revoke update, delete on audit_entries from frontdesk_app;
create index audit_entries_newest on audit_entries (tenant_id, created_at, id);
