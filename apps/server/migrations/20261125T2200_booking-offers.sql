-- Times offered to a contact by text. Each shown time is held by a booking until the contact chooses or the offer ends.
create table booking_offers (
  tenant_id uuid not null references tenants (tenant_id),
  -- Also of the text that made the offer.
  id uuid not null,
  conversation_id uuid not null,
  location_id uuid not null,
  kind text not null check (kind in ('visit', 'move', 'waitlist')),
  -- The services, as they are asked for.
  items jsonb not null,
  -- The visit that is to be moved.
  moves_booking_id uuid,
  waitlist_entry_id uuid,
  state text not null check (state in ('open', 'taken', 'declined', 'expired', 'replaced', 'handed-over')),
  hold_minutes integer not null,
  -- How often times were shown; 0 shows more.
  page integer not null default 1,
  -- When they were shown last. A reply from before is not about them.
  shown_at timestamptz not null,
  held_until timestamptz not null,
  misunderstandings integer not null default 0,
  -- The last text it was answered to, which is not answered twice.
  answered_message_id uuid,
  -- The visit that was booked or moved.
  booking_id uuid,
  created_by_user_id uuid,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, location_id) references locations (tenant_id, id),
  check ((state = 'open') = (ended_at is null)),
  check ((kind = 'move') = (moves_booking_id is not null)),
  check ((kind = 'waitlist') = (waitlist_entry_id is not null))
);
select directory.protect_tenant_table('booking_offers');
create unique index booking_offers_one_open on booking_offers (tenant_id, conversation_id) where state = 'open';
create index booking_offers_of_conversation on booking_offers (tenant_id, conversation_id, created_at);

create table booking_offer_times (
  tenant_id uuid not null references tenants (tenant_id),
  offer_id uuid not null,
  page integer not null,
  -- The number that takes it.
  position smallint not null check (position between 1 and 3),
  starts_at timestamptz not null,
  -- The booking that holds it.
  booking_id uuid not null,
  primary key (tenant_id, offer_id, page, position),
  foreign key (tenant_id, offer_id) references booking_offers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('booking_offer_times');

-- Whether times are offered in it, so that texts that may be about them are known without a further lookup.
alter table conversations add column has_booking_offer boolean not null default false;
