-- Mails to the contacts of bookings: what is announced to them, with a calendar file, and what replaces reminders that did
-- not arrive.
create table booking_mails (
  tenant_id uuid not null references tenants (tenant_id),
  booking_id uuid not null,
  kind text not null check (kind in ('booked', 'rescheduled', 'cancelled', 'reminder')),
  -- One mail for each: the version of the booking that it announces, or the reminder that it replaces.
  cause text not null,
  -- Why the reminder did not arrive.
  reason text check (reason in (
    'undelivered', 'opted-out', 'landline', 'unreachable', 'blocked', 'too-late', 'not-sent'
  )),
  recipient text not null,
  created_at timestamptz not null,
  primary key (tenant_id, booking_id, kind, cause),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id) on delete cascade,
  check ((kind = 'reminder') = (reason is not null))
);
select directory.protect_tenant_table('booking_mails');

-- A calendar file of a mail, and what it asks calendar apps to do. Deleted with the text once the mail was sent.
alter table mails
  add column calendar_method text check (calendar_method in ('REQUEST', 'CANCEL')),
  add column calendar text;
