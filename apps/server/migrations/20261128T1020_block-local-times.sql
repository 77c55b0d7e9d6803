-- The local times of a block are the agreed ones: its period follows them when the clocks of its location change.
-- Null for blocks of resources that have no hours anywhere. The location may have been removed since: a block outlives it.
alter table booking_blocks
  add column location_id uuid,
  add column time_zone text,
  add column local_starts_at text,
  add column local_ends_at text,
  add check (num_nulls(time_zone, local_starts_at, local_ends_at) in (0, 3));

update booking_blocks b set
  location_id = l.id,
  time_zone = l.time_zone,
  local_starts_at = to_char(b.starts_at at time zone l.time_zone, 'YYYY-MM-DD"T"HH24:MI'),
  local_ends_at = to_char(b.ends_at at time zone l.time_zone, 'YYYY-MM-DD"T"HH24:MI')
from locations l
where l.tenant_id = b.tenant_id and l.id = (
  select h.location_id from booking_hours h
  where h.tenant_id = b.tenant_id and h.resource_id = b.resource_id order by h.location_id limit 1
);
