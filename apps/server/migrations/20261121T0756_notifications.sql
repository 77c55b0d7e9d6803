-- What somebody changed about being notified; what is not here is as the contract has it by default.
create table notification_settings (
  tenant_id uuid not null,
  user_id uuid not null,
  notification_type_id text not null,
  is_enabled boolean not null,
  primary key (tenant_id, user_id, notification_type_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('notification_settings');

create table notification_preferences (
  tenant_id uuid not null,
  user_id uuid not null,
  time_zone text not null,
  is_sound_on boolean not null,
  quiet_hours_enabled boolean not null,
  quiet_from text not null,
  quiet_until text not null,
  quiet_days integer[] not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('notification_preferences');

-- One unread row for each person, conversation and kind, however many messages it gathers.
create table notifications (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  conversation_id uuid not null,
  -- The newest message in it, so that a job that runs twice gathers nothing twice.
  message_id uuid,
  title text not null,
  body text not null,
  count integer not null,
  updated_at timestamptz not null,
  read_at timestamptz,
  -- When devices were told of it: they are told again once it is read.
  pushed_at timestamptz,
  mailed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('notifications');
create unique index notifications_one_unread on notifications (tenant_id, user_id, conversation_id, kind) where read_at is null;
create index notifications_newest on notifications (tenant_id, user_id, updated_at, id);

-- Browsers that are notified while Frontdesk is closed, for as long as the session they were signed in with lives.
create table push_subscriptions (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  name text not null,
  user_agent text not null,
  is_mobile boolean not null,
  created_at timestamptz not null,
  last_push_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, endpoint),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('push_subscriptions');
create index push_subscriptions_of_user on push_subscriptions (tenant_id, user_id);

-- When somebody last got a mail of what waits for them.
create table notification_digests (
  tenant_id uuid not null,
  user_id uuid not null,
  sent_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('notification_digests');
