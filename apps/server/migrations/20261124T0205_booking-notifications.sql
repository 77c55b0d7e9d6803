-- Notifications about bookings. Those about a deleted contact, whom they name, are deleted with it.
alter table notifications
  add column booking_id uuid,
  add column contact_id uuid,
  add foreign key (tenant_id, booking_id) references bookings (tenant_id, id) on delete cascade,
  add foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade;
create index notifications_of_booking on notifications (tenant_id, booking_id, user_id) where booking_id is not null;
create index notifications_of_contact on notifications (tenant_id, contact_id) where contact_id is not null;
create unique index notifications_one_unread_of_booking on notifications (tenant_id, user_id, booking_id)
  where read_at is null and booking_id is not null;
