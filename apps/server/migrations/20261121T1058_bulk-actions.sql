-- Many conversations changed in the background. Which ones is decided once, at the start.
create table bulk_actions (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  user_id uuid not null,
  -- Whoever started it, as they were: what they may see decides.
  actor jsonb not null,
  change text not null,
  folder_key text,
  to_user_id uuid,
  status_key text,
  -- The folder, teammate or status by name.
  value text,
  state text not null check (state in ('running', 'done', 'stopped', 'undone')),
  -- The one that this one takes back.
  undo_of uuid,
  total integer not null,
  done integer not null default 0,
  changed integer not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select directory.protect_tenant_table('bulk_actions');
create index bulk_actions_of_user on bulk_actions (tenant_id, user_id, started_at);

create table bulk_action_items (
  tenant_id uuid not null,
  bulk_action_id uuid not null,
  conversation_id uuid not null,
  is_done boolean not null default false,
  -- What the conversation was before, if it was changed.
  before jsonb,
  primary key (tenant_id, bulk_action_id, conversation_id),
  foreign key (tenant_id, bulk_action_id) references bulk_actions (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('bulk_action_items');
create index bulk_action_items_to_do on bulk_action_items (tenant_id, bulk_action_id, conversation_id) where not is_done;
