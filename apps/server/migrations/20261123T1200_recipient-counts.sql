-- What became of the recipients of a message to many, counted for everyone who sees the same of its contacts. Messages to
-- few recipients are counted when they are read.
create table recipient_counts (
  tenant_id uuid not null,
  group_message_id uuid not null,
  -- Hash of `scope`: what decides which contacts are seen.
  scope_key text not null,
  scope jsonb not null,
  -- Null until the first count.
  counts jsonb,
  -- When the states of recipients were counted, which takes less than the rest, and for how long.
  states_at timestamptz,
  states_ms integer,
  -- When deliveries, replies, opt-outs and clicks were counted with them.
  counted_at timestamptz,
  counted_ms integer,
  -- Set until the count that was requested is stored, with the users whose screens wait for it.
  requested_at timestamptz,
  requested_by uuid[] not null default '{}',
  -- The job that counts now, and when it last said so.
  claimed_by text,
  claimed_at timestamptz,
  read_at timestamptz not null,
  primary key (tenant_id, group_message_id, scope_key),
  foreign key (tenant_id, group_message_id) references group_messages (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('recipient_counts');
create index recipient_counts_requested on recipient_counts (tenant_id, requested_at) where requested_at is not null;
create index recipient_counts_by_reading on recipient_counts (tenant_id, read_at);

-- Recipients of each state in the order of their lists.
create index group_recipients_by_state on group_recipients (tenant_id, group_message_id, state, contact_id);
drop index group_recipients_pending;
drop index group_recipients_cancelled;
