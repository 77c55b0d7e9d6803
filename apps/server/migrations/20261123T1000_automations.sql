-- Automations: what a business does by itself some time after our last message, after a conversation was closed, or after
-- one started in the webchat. What is due is found by the time of its trigger, in indexes: no writer does more for it.

-- When the conversation was last closed; null for those closed before this was recorded. Kept while it is open.
alter table conversations add column closed_at timestamptz;
create index conversations_closed on conversations (tenant_id, closed_at, id) where is_closed;
create index conversations_of_webchat on conversations (tenant_id, created_at, id) where type = 'webchat';

create table automations (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  kind text not null check (kind in ('follow-up', 'reopen', 'webchat')),
  name text not null,
  -- Null for conversations of all locations.
  location_id uuid,
  is_enabled boolean not null default false,
  -- When it was last turned on. What happened before is left alone.
  enabled_at timestamptz,
  conditions jsonb not null,
  delay_minutes integer not null,
  actions jsonb not null,
  -- The last trigger that was examined: its time and conversation.
  examined_at timestamptz,
  examined_id uuid,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Its runs are deleted in batches, and then the row.
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, location_id) references locations (tenant_id, id),
  constraint automations_enabled check (
    not is_enabled or (enabled_at is not null and examined_at is not null and examined_id is not null)
  )
);
select directory.protect_tenant_table('automations');

-- What an automation does in a conversation, once for each trigger. The id is also that of the text it sends.
create table automation_runs (
  tenant_id uuid not null references tenants (tenant_id),
  conversation_id uuid not null,
  automation_id uuid not null,
  -- When our last message was sent, or the conversation was closed or started.
  triggered_at timestamptz not null,
  id uuid not null,
  due_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'skipped')),
  -- Why it was skipped or waits, or which part of it could not be done.
  reason text check (reason in (
    'opted-out', 'opted-out-of-marketing', 'no-consent', 'consent-review', 'blocked', 'landline', 'unreachable',
    'no-sending-account', 'daily-limit', 'quiet-hours', 'turned-off', 'late', 'replied', 'teammate-wrote', 'closed',
    'already-open', 'not-matching', 'undelivered', 'outside-hours', 'text-empty', 'assignee-missing', 'folder-missing'
  )),
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, conversation_id, automation_id, triggered_at),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, automation_id) references automations (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('automation_runs');
create unique index automation_runs_by_id on automation_runs (tenant_id, id);
create index automation_runs_due on automation_runs (tenant_id, due_at, id) where state = 'waiting';
create index automation_runs_of_automation on automation_runs (tenant_id, automation_id, created_at, id);

-- The businesses with an automation that is on: those that the minutely job visits.
create table directory.automation_tenants (tenant_id uuid primary key);
grant select, insert, update, delete on directory.automation_tenants to frontdesk_app;
