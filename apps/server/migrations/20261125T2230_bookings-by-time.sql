-- Row level security keeps conditions from an index unless their operators are leakproof, and those of ranges are not: what
-- a booking looks at is found by its times instead.

-- Bookings of one group session start together, so the seats stay unique.
alter table booking_claims drop constraint booking_claims_seat;
alter table booking_claims
  add constraint booking_claims_seat unique (tenant_id, resource_id, starts_at, session, seat);

alter table booking_blocks
  add column starts_at timestamptz not null generated always as (lower(period)) stored,
  add column ends_at timestamptz not null generated always as (upper(period)) stored;
create index booking_blocks_by_end on booking_blocks (tenant_id, resource_id, ends_at);
drop index booking_blocks_by_period;

alter table calendar_busy
  add column starts_at timestamptz not null generated always as (lower(period)) stored,
  add column ends_at timestamptz not null generated always as (upper(period)) stored;
create index calendar_busy_by_end on calendar_busy (tenant_id, resource_id, ends_at);
drop index calendar_busy_by_period;
