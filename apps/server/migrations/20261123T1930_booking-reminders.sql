-- Reminders of bookings are scheduled messages. They are cancelled with their booking, and not sent once they are useless.
alter table scheduled_messages add column booking_id uuid, add column expires_at timestamptz;
create index scheduled_messages_of_booking on scheduled_messages (tenant_id, booking_id)
  where booking_id is not null and state in ('waiting', 'held', 'stopped');
