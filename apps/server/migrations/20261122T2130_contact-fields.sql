-- Custom fields of contacts: their values by the field's id, as text. The fields are a setting.
alter table contacts add column custom jsonb not null default '{}';
create index contacts_by_custom on contacts using gin (tenant_id, custom jsonb_path_ops) where custom <> '{}';

alter table contact_import_rows add column custom jsonb not null default '{}';

-- What is in the file of an export, for the few minutes in which its link can be used: too long for a URL.
create table contact_exports (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  user_id uuid not null,
  request jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select directory.protect_tenant_table('contact_exports');
create index contact_exports_by_time on contact_exports (tenant_id, created_at);
