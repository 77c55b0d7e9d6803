-- A reminder of a booking has a key: the version of the booking that it was planned for, and how long before the visit it
-- comes. The database refuses a second one.
alter table scheduled_messages add column booking_version integer, add column minutes_before integer;
create unique index scheduled_messages_reminder on scheduled_messages (tenant_id, booking_id, booking_version, minutes_before)
  where booking_id is not null;
-- The new index finds the reminders of a booking in every state.
drop index scheduled_messages_of_booking;
