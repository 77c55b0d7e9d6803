-- The delay of a visit that its contact was told of by text, so that they are told once.
alter table bookings add column reported_delay_minutes integer;
