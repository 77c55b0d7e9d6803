-- People who wait for a time to become free.
create table booking_waitlist (
  tenant_id uuid not null references tenants (tenant_id),
  -- Chosen by the caller, so that a repeated request adds nothing.
  id uuid not null,
  location_id uuid not null,
  contact_id uuid not null,
  -- The services, and the teammate if only one will do.
  items jsonb not null,
  -- Days and times that suit them, by the clocks of the location.
  first_date date not null,
  last_date date not null,
  weekdays text[] not null,
  time_from text,
  time_until text,
  state text not null check (state in ('waiting', 'offered', 'booked', 'removed')),
  -- Why they were passed over last.
  skip_reason text,
  skipped_at timestamptz,
  booking_id uuid,
  added_by_user_id uuid,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, location_id) references locations (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade,
  check (last_date >= first_date),
  check ((state in ('waiting', 'offered')) = (ended_at is null)),
  check ((state = 'booked') = (booking_id is not null))
);
select directory.protect_tenant_table('booking_waitlist');
create index booking_waitlist_in_line on booking_waitlist (tenant_id, location_id, created_at, id)
  where state in ('waiting', 'offered');
create index booking_waitlist_of_contact on booking_waitlist (tenant_id, contact_id);

-- Times that a booking freed, which are offered to the waitlist one by one.
create table booking_gaps (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  location_id uuid not null,
  -- The booking that was cancelled or moved away.
  booking_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_filled boolean not null default false,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint booking_gaps_once unique (tenant_id, booking_id, starts_at),
  foreign key (tenant_id, location_id) references locations (tenant_id, id),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('booking_gaps');
create index booking_gaps_open on booking_gaps (tenant_id, location_id, starts_at) where not is_filled;

-- Who was offered a gap, or passed over: nobody twice.
create table booking_gap_offers (
  tenant_id uuid not null references tenants (tenant_id),
  gap_id uuid not null,
  entry_id uuid not null,
  -- Null: passed over.
  offer_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, gap_id, entry_id),
  foreign key (tenant_id, gap_id) references booking_gaps (tenant_id, id) on delete cascade,
  foreign key (tenant_id, entry_id) references booking_waitlist (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('booking_gap_offers');
create index booking_gap_offers_of_entry on booking_gap_offers (tenant_id, entry_id);
create index booking_gap_offers_by_offer on booking_gap_offers (tenant_id, offer_id) where offer_id is not null;

-- Offers to people on the waitlist.
create index booking_offers_of_entry on booking_offers (tenant_id, waitlist_entry_id) where waitlist_entry_id is not null;
