-- What is to be sent later. `id` is the id of the message that it becomes, so that it becomes one once.
create table scheduled_messages (
  tenant_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  -- Without a foreign key: it goes out under its author's name even when they have left.
  author_user_id uuid,
  author text not null,
  body text not null,
  kind text not null check (kind in ('scheduled', 'undo', 'automatic')),
  state text not null check (state in ('waiting', 'held', 'stopped', 'sent', 'cancelled')),
  reasons text[] not null default '{}',
  -- When its author wanted it, and when it is tried: later where it is held.
  send_at timestamptz not null,
  due_at timestamptz not null,
  time_zone text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('scheduled_messages');
create index scheduled_messages_open on scheduled_messages (tenant_id, conversation_id, due_at)
  where state in ('waiting', 'held', 'stopped');

alter table files add column scheduled_message_id uuid;
alter table files add foreign key (tenant_id, scheduled_message_id) references scheduled_messages (tenant_id, id) on delete cascade;
create index files_of_scheduled_message on files (tenant_id, scheduled_message_id, position) where scheduled_message_id is not null;

-- The next of what people scheduled, for the list and its filter.
alter table conversations add column next_scheduled_at timestamptz;
create index conversations_scheduled on conversations (tenant_id, is_closed, sorted_at, id) where next_scheduled_at is not null;
