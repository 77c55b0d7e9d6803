-- Campaigns with several texts, sent at each contact's own time or over hours, approved by a second person.
alter table campaigns
  -- Other versions of the text, each for an equal part of the audience.
  add column variants text[] not null default '{}',
  -- Texts that follow until the contact replies: [{ "afterHours": 48, "text": "…" }].
  add column follow_ups jsonb not null default '[]',
  -- The part of the audience that gets nothing, to compare with.
  add column control_percent smallint not null default 0 check (control_percent between 0 and 50),
  -- The wall time at which each contact gets it, in their own time zone, such as 2026-12-25T09:00; null: everyone at once.
  add column local_time text,
  -- Sending is spread over so long; null: as fast as the carrier takes it.
  add column spread_minutes integer check (spread_minutes > 0);
alter table campaigns drop constraint campaigns_state_check;
alter table campaigns add constraint campaigns_state_check
  check (state in ('draft', 'needs-approval', 'scheduled', 'needs-attention', 'started'));

alter table group_messages
  add column variants text[] not null default '{}',
  add column local_time text,
  add column spread_minutes integer,
  -- The campaign that it is the first text of (0) or a later one; null for other messages.
  add column campaign_id uuid,
  add column step smallint not null default 0,
  -- How long after the text before it a recipient gets this one.
  add column delay_hours integer,
  add constraint group_messages_step check (step = 0 or (campaign_id is not null and delay_hours is not null));
alter table group_messages drop constraint group_messages_state_check;
alter table group_messages add constraint group_messages_state_check
  check (state in ('running', 'paused', 'stopped', 'done', 'undone'));
alter table group_messages no force row level security;
update group_messages set campaign_id = id where kind = 'campaign';
alter table group_messages force row level security;
create unique index group_messages_of_campaign on group_messages (tenant_id, campaign_id, step) where campaign_id is not null;

alter table group_recipients
  -- Which of the texts the recipient gets: 0 is the first.
  add column variant smallint not null default 0;
alter table group_recipients drop constraint group_recipients_reason_check;
alter table group_recipients add constraint group_recipients_reason_check check (reason in (
  'opted-out', 'opted-out-of-marketing', 'no-consent', 'consent-review', 'blocked', 'landline', 'unreachable',
  'no-sending-account', 'no-number', 'invalid-number', 'no-access', 'contact-deleted', 'merged', 'no-review-link', 'empty',
  'too-long', 'quiet-hours', 'daily-limit', 'scheduled', 'replied', 'control-group'
)) not valid;
alter table group_recipients validate constraint group_recipients_reason_check;

-- Files of a draft. Once it is sent, they are those of its message too.
alter table files add column campaign_id uuid;
alter table files add foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id);
create index files_of_campaign on files (tenant_id, campaign_id, position) where campaign_id is not null;

-- What the carriers still take of a business's messages to many: a bucket that fills by the second, and the count of a day.
create table send_budgets (
  tenant_id uuid primary key references tenants (tenant_id),
  -- Segments that may be sent at once, as of `filled_at`. Negative after a batch that took more.
  available double precision not null,
  filled_at timestamptz not null,
  -- The carriers' day, and the segments sent on it.
  day date not null,
  used integer not null
);
select directory.protect_tenant_table('send_budgets');

-- The message that a link was made for, whose clicks count for its campaign.
alter table short_links add column message_id uuid;
create index short_links_of_message on short_links (tenant_id, message_id) where message_id is not null;
