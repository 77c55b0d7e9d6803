create table short_links (
  tenant_id uuid not null,
  code text not null,
  conversation_id uuid not null,
  url text not null,
  created_by uuid not null,
  clicks integer not null default 0,
  last_clicked_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  removed_at timestamptz,
  primary key (tenant_id, code),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('short_links');
create index short_links_newest on short_links (tenant_id, created_at, code);
create index short_links_of_conversation on short_links (tenant_id, conversation_id, created_at, code);

-- Whose a code is, for whoever follows it without being anybody's.
create table directory.short_links (code text primary key, tenant_id uuid not null);
grant select, insert, update, delete on directory.short_links to frontdesk_app;
