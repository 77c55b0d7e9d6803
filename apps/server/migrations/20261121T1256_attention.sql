-- Out of the list until a time, or, without one, until the contact writes.
alter table conversations add column is_snoozed boolean not null default false;
alter table conversations add column snoozed_until timestamptz;
-- When the contact first wrote what nobody has answered yet; null when nobody waits.
alter table conversations add column needs_answer_since timestamptz;
-- When it last became somebody's, or nobody's.
alter table conversations add column assigned_at timestamptz;
create index conversations_waiting on conversations (tenant_id, is_closed, needs_answer_since, id) where needs_answer_since is not null;
create index conversations_snoozed on conversations (tenant_id, is_closed, sorted_at, id) where is_snoozed;

alter table conversation_counts add column is_snoozed boolean not null default false;
alter table conversation_counts add column is_waiting boolean not null default false;

-- What somebody wants to look at again: unread for them alone.
create table conversation_unread_marks (
  tenant_id uuid not null,
  user_id uuid not null,
  conversation_id uuid not null,
  marked_at timestamptz not null,
  primary key (tenant_id, user_id, conversation_id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('conversation_unread_marks');
