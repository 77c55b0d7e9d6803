create extension if not exists btree_gist;

-- What bookings take: teammates, rooms and equipment.
create table booking_resources (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  kind text not null check (kind in ('teammate', 'room', 'equipment')),
  -- A teammate has the name of their account.
  user_id uuid,
  name text not null,
  -- Of rooms and equipment; teammates are wherever they have hours.
  location_id uuid,
  position integer not null,
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint booking_resources_user unique (tenant_id, user_id),
  check ((kind = 'teammate') = (user_id is not null)),
  check ((kind = 'teammate') = (location_id is null))
);
select directory.protect_tenant_table('booking_resources');

-- Weekly hours of a resource at a location, in its local time. Without a row a room follows the business hours, and a
-- teammate does not take bookings there.
create table booking_hours (
  tenant_id uuid not null references tenants (tenant_id),
  resource_id uuid not null,
  location_id uuid not null,
  -- Null: the business hours of the location.
  week jsonb,
  version integer not null default 1,
  primary key (tenant_id, resource_id, location_id),
  foreign key (tenant_id, resource_id) references booking_resources (tenant_id, id) on delete cascade,
  foreign key (tenant_id, location_id) references locations (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('booking_hours');

-- Days on which a resource has other hours than in its week; none: it is off. At all its locations.
create table booking_hours_exceptions (
  tenant_id uuid not null references tenants (tenant_id),
  resource_id uuid not null,
  date date not null,
  name text not null,
  spans jsonb not null,
  primary key (tenant_id, resource_id, date),
  foreign key (tenant_id, resource_id) references booking_resources (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('booking_hours_exceptions');

-- Times at which a resource is not available: blocked by hand. They may overlap with bookings, which stay.
create table booking_blocks (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  resource_id uuid not null,
  period tstzrange not null,
  reason text not null,
  created_by_user_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, resource_id) references booking_resources (tenant_id, id) on delete cascade,
  check (not isempty(period) and not lower_inf(period) and not upper_inf(period))
);
select directory.protect_tenant_table('booking_blocks');
create index booking_blocks_by_period on booking_blocks using gist (tenant_id, resource_id, period);

create table booking_services (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  name text not null,
  description text not null,
  color text not null,
  -- Offered lengths in minutes; the first one is the default.
  durations integer[] not null,
  -- In the smallest unit of the currency; null: no price is shown.
  price_amount integer,
  currency text not null,
  buffer_before_minutes integer not null,
  buffer_after_minutes integer not null,
  notice_minutes integer not null,
  horizon_days integer not null,
  step_minutes integer not null check (step_minutes in (15, 30)),
  -- Bookings per day and location, and upcoming bookings per person; null: no limit.
  day_max integer,
  person_max integer,
  -- Above 1, a group session: bookings of the same time share the resources.
  seats integer not null,
  questions jsonb not null,
  -- Services of the same visit that follow, with the minutes between.
  follow_ons jsonb not null,
  location_ids uuid[] not null,
  resource_ids uuid[] not null,
  position integer not null,
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select directory.protect_tenant_table('booking_services');

create table bookings (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  -- Chosen by the caller, so that a repeated request adds nothing.
  client_booking_id uuid not null,
  location_id uuid not null,
  -- Null while a page holds a slot for someone unknown. No foreign key: the booking of a deleted contact stays.
  contact_id uuid,
  status text not null check (status in (
    'held', 'requested', 'booked', 'confirmed', 'arrived', 'completed', 'cancelled', 'declined', 'no-show', 'expired'
  )),
  -- The visit without buffers, from its first service to its last.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The wall time that was agreed on, and its zone.
  time_zone text not null,
  local_starts_at text not null,
  source text not null check (source in ('teammate', 'page', 'text', 'automation', 'ai', 'calendar')),
  note text not null,
  answers jsonb not null,
  -- While held.
  held_until timestamptz,
  on_the_way_at timestamptz,
  late_minutes integer,
  arrived_at timestamptz,
  series_id uuid,
  ended_at timestamptz,
  end_reason text not null,
  -- Null: the contact, or a rule of the business.
  ended_by_user_id uuid,
  created_by_user_id uuid,
  -- Rules that a teammate chose to ignore.
  overrides text[] not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint bookings_client_id unique (tenant_id, client_booking_id),
  foreign key (tenant_id, location_id) references locations (tenant_id, id),
  check (ends_at > starts_at),
  check ((status = 'held') = (held_until is not null))
);
select directory.protect_tenant_table('bookings');
create index bookings_by_start on bookings (tenant_id, starts_at, id);
create index bookings_by_creation on bookings (tenant_id, created_at, id);
create index bookings_by_contact on bookings (tenant_id, contact_id, starts_at) where contact_id is not null;
create index bookings_by_hold on bookings (tenant_id, held_until) where status = 'held';
create index bookings_by_series on bookings (tenant_id, series_id, starts_at) where series_id is not null;

-- The services of a visit, in order.
create table booking_items (
  tenant_id uuid not null references tenants (tenant_id),
  booking_id uuid not null,
  item smallint not null,
  service_id uuid not null,
  -- As it was booked; services are renamed.
  service_name text not null,
  color text not null,
  price_amount integer,
  currency text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  buffer_before_minutes integer not null,
  buffer_after_minutes integer not null,
  resource_ids uuid[] not null,
  primary key (tenant_id, booking_id, item),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id) on delete cascade,
  foreign key (tenant_id, service_id) references booking_services (tenant_id, id)
);
select directory.protect_tenant_table('booking_items');
create index booking_items_by_service on booking_items (tenant_id, service_id, starts_at);

-- What bookings take while they hold it. A booking that ended has no rows.
create table booking_claims (
  tenant_id uuid not null references tenants (tenant_id),
  booking_id uuid not null,
  item smallint not null,
  resource_id uuid not null,
  -- Bookings of one group session share the resource, each with its own seat; every other booking is its own session.
  session text not null,
  seat integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Widened by the buffers of the service, as far as no teammate chose to ignore them.
  period tstzrange not null,
  -- Of a hold, which takes nothing from then on.
  held_until timestamptz,
  primary key (tenant_id, booking_id, item, resource_id),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id) on delete cascade,
  foreign key (tenant_id, resource_id) references booking_resources (tenant_id, id),
  constraint booking_claims_apart exclude using gist (
    tenant_id with =, resource_id with =, period with &&, session with <>
  ),
  constraint booking_claims_seat unique (tenant_id, resource_id, session, seat),
  check (ends_at > starts_at and period @> tstzrange(starts_at, ends_at) and not lower_inf(period) and not upper_inf(period))
);
select directory.protect_tenant_table('booking_claims');
