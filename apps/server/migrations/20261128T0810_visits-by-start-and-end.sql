-- A calendar reads the visits of ten days before it, of which few still last: their ends are compared in the index.
create index bookings_by_time on bookings (tenant_id, starts_at, id, ends_at);
drop index bookings_by_start;
