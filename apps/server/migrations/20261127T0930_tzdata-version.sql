-- The version of the time zone data (tzdata) against which the times of bookings were last checked.
create table directory.tzdata_version (
  is_only boolean primary key default true check (is_only),
  version text not null,
  applied_at timestamptz not null
);
grant select, insert, update on directory.tzdata_version to frontdesk_app;

-- Visits that no longer start at the local time agreed on, because that time is taken.
alter table booking_tasks drop constraint booking_tasks_kind_check;
alter table booking_tasks add constraint booking_tasks_kind_check check (kind in ('call', 'opted-out', 'unpaid', 'wrong-time'));
alter table booking_tasks drop constraint booking_tasks_reason_check;
alter table booking_tasks add constraint booking_tasks_reason_check check (reason in (
  'undelivered', 'opted-out', 'landline', 'unreachable', 'blocked', 'too-late', 'not-sent', 'mail-failed', 'unpaid', 'taken'
));
