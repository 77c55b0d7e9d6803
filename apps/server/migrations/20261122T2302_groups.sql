-- Groups of contacts, and messages to many contacts at once.

create table groups (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  name text not null,
  -- Null for a group of the whole business.
  location_id uuid,
  kind text not null check (kind in ('fixed', 'dynamic')),
  -- Which contacts a dynamic group has.
  criteria jsonb,
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, location_id) references locations (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  constraint groups_criteria check ((kind = 'dynamic') = (criteria is not null))
);
select directory.protect_tenant_table('groups');

-- The contacts of a fixed group.
create table group_members (
  tenant_id uuid not null,
  group_id uuid not null,
  contact_id uuid not null,
  added_at timestamptz not null,
  primary key (tenant_id, group_id, contact_id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('group_members');
create index group_members_of_contact on group_members (tenant_id, contact_id);

create table group_notes (
  tenant_id uuid not null,
  id uuid not null,
  group_id uuid not null,
  note text not null,
  author_user_id uuid not null,
  author text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete cascade,
  foreign key (tenant_id, author_user_id) references users (tenant_id, id)
);
select directory.protect_tenant_table('group_notes');
create index group_notes_of_group on group_notes (tenant_id, group_id, created_at, id);

create table group_messages (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  -- Null for a message to selected contacts. Stays when the group is deleted, without a foreign key.
  group_id uuid,
  kind text not null check (kind in ('group', 'bulk', 'review-invite')),
  -- The name of the group at the time; null without one.
  group_name text,
  -- The location of the group, whose number sends; null: the number last used with each contact.
  location_id uuid,
  body text not null,
  author_user_id uuid not null,
  author text not null,
  state text not null default 'running' check (state in ('running', 'stopped', 'done')),
  stop_reason text check (stop_reason in ('teammate', 'not-allowed')),
  total integer not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, location_id) references locations (tenant_id, id),
  foreign key (tenant_id, author_user_id) references users (tenant_id, id)
);
select directory.protect_tenant_table('group_messages');
create index group_messages_by_time on group_messages (tenant_id, started_at, id);
create index group_messages_of_group on group_messages (tenant_id, group_id, started_at, id) where group_id is not null;

-- One row per contact that a group message is for. Delivery is that of the message it became.
create table group_recipients (
  tenant_id uuid not null,
  group_message_id uuid not null,
  -- Without a foreign key: the outcome stays when the contact is deleted.
  contact_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'held', 'sent', 'skipped', 'cancelled')),
  reason text check (reason in (
    'opted-out', 'opted-out-of-marketing', 'blocked', 'landline', 'no-sending-account', 'no-number', 'invalid-number', 'no-access',
    'contact-deleted', 'no-review-link', 'empty', 'too-long'
  )),
  held_until timestamptz,
  message_id uuid,
  handled_at timestamptz,
  primary key (tenant_id, group_message_id, contact_id),
  foreign key (tenant_id, group_message_id) references group_messages (tenant_id, id) on delete cascade,
  constraint group_recipients_message check ((state = 'sent') = (message_id is not null)),
  constraint group_recipients_held check ((state = 'held') = (held_until is not null))
);
select directory.protect_tenant_table('group_recipients');
create index group_recipients_pending on group_recipients (tenant_id, group_message_id, contact_id) where state = 'pending';
create index group_recipients_held on group_recipients (tenant_id, group_message_id, held_until) where state = 'held';
create index group_recipients_sent on group_recipients (tenant_id, group_message_id, handled_at) where state = 'sent';
create unique index group_recipients_of_message on group_recipients (tenant_id, message_id) where message_id is not null;
create index group_recipients_of_contact on group_recipients (tenant_id, contact_id);
