alter table booking_mails drop constraint booking_mails_kind_check;
alter table booking_mails add constraint booking_mails_kind_check
  check (kind in ('booked', 'rescheduled', 'cancelled', 'declined', 'reminder'));
