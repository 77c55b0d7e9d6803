alter table booking_tasks drop constraint booking_tasks_kind_check;
alter table booking_tasks add constraint booking_tasks_kind_check
  check (kind in ('call', 'opted-out', 'unpaid', 'wrong-time', 'reassign'));
alter table booking_tasks drop constraint booking_tasks_reason_check;
alter table booking_tasks add constraint booking_tasks_reason_check check (reason in (
  'undelivered', 'opted-out', 'landline', 'unreachable', 'blocked', 'too-late', 'not-sent', 'mail-failed', 'unpaid', 'taken',
  'teammate-left'
));
