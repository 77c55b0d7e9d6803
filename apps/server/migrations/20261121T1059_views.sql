-- Saved views of the inbox. `search` is the list's address, read by the contract.
create table conversation_views (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  user_id uuid not null,
  name text not null,
  search text not null,
  is_shared boolean not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select directory.protect_tenant_table('conversation_views');
create index conversation_views_of_user on conversation_views (tenant_id, user_id);
