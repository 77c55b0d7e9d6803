-- Calendars of other services that belong to a resource: a Google account, or the address of an iCalendar file.
create table calendar_connections (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  resource_id uuid not null,
  kind text not null check (kind in ('google', 'ics')),
  -- Whose account it is: they are notified when it breaks, and act for what is changed there.
  user_id uuid not null,
  state text not null check (state in ('connecting', 'active', 'broken', 'removing')),
  -- The name of the account; of an address, the one that was given to it.
  name text not null,
  -- Encrypted: the code of the consent, then the tokens; of an address, the address.
  secret bytea not null,
  broken_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, resource_id) references booking_resources (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('calendar_connections');
create index calendar_connections_by_resource on calendar_connections (tenant_id, resource_id);

create table calendars (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  connection_id uuid not null,
  resource_id uuid not null,
  -- The id at the service.
  remote_id text not null,
  name text not null,
  color text not null,
  is_primary boolean not null,
  may_write boolean not null,
  -- Whether its events block times, and whether bookings are written into it.
  is_blocking boolean not null,
  is_written boolean not null,
  -- Of the last list of changes. Null: everything is read next.
  sync_token text,
  synced_at timestamptz,
  full_sync_at timestamptz,
  sync_error text check (sync_error in ('unavailable', 'missing', 'too-large', 'unreadable')),
  channel_id uuid,
  channel_resource text,
  channel_until timestamptz,
  primary key (tenant_id, id),
  constraint calendars_remote unique (tenant_id, connection_id, remote_id),
  foreign key (tenant_id, connection_id) references calendar_connections (tenant_id, id) on delete cascade,
  check (may_write or not is_written)
);
select directory.protect_tenant_table('calendars');

-- Times at which a calendar is busy. Events we wrote ourselves are not among them.
create table calendar_busy (
  tenant_id uuid not null references tenants (tenant_id),
  calendar_id uuid not null,
  -- The id of the event at the service; of an instance, its own.
  event_id text not null,
  resource_id uuid not null,
  period tstzrange not null,
  primary key (tenant_id, calendar_id, event_id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id) on delete cascade,
  check (not isempty(period) and not lower_inf(period) and not upper_inf(period))
);
select directory.protect_tenant_table('calendar_busy');
create index calendar_busy_by_period on calendar_busy using gist (tenant_id, resource_id, period);

-- Our events of bookings in calendars. No foreign key to bookings: a removed booking still has an event to delete.
create table calendar_events (
  tenant_id uuid not null references tenants (tenant_id),
  calendar_id uuid not null,
  booking_id uuid not null,
  event_id text not null,
  -- `pending` is stored before the event is, so that a sync recognizes it.
  state text not null check (state in ('pending', 'written', 'deleted')),
  etag text,
  -- As we wrote them last.
  starts_at timestamptz,
  ends_at timestamptz,
  -- When someone moved it to a time that was not free, and it was moved back.
  put_back_at timestamptz,
  primary key (tenant_id, calendar_id, booking_id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('calendar_events');
create index calendar_events_of_booking on calendar_events (tenant_id, booking_id);

-- Addresses from which calendar apps read bookings, as the teammate who made them may see them.
create table calendar_feeds (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  user_id uuid not null,
  -- One of the two: the bookings of a teammate or room, or of a location.
  resource_id uuid,
  location_id uuid,
  -- Encrypted: the secret part of the address.
  secret bytea not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, resource_id) references booking_resources (tenant_id, id) on delete cascade,
  foreign key (tenant_id, location_id) references locations (tenant_id, id) on delete cascade,
  check (resource_id is not null or location_id is not null)
);
select directory.protect_tenant_table('calendar_feeds');

-- Which business a notification of a calendar, or a read feed, is about; and what is synced every few minutes.
create table directory.calendars (calendar_id uuid primary key, tenant_id uuid not null);
grant select, insert, update, delete on directory.calendars to frontdesk_app;
create table directory.calendar_feeds (secret_hash bytea primary key, tenant_id uuid not null, feed_id uuid not null);
grant select, insert, update, delete on directory.calendar_feeds to frontdesk_app;
