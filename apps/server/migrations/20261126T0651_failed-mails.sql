-- Mails about visits that did not arrive: refused by the mail server, or returned to us later.
alter table booking_mails
  add column mail_id uuid,
  add column failed_at timestamptz;
create index booking_mails_by_mail on booking_mails (tenant_id, mail_id);
alter table booking_tasks drop constraint booking_tasks_reason_check;
alter table booking_tasks add constraint booking_tasks_reason_check check (reason in (
  'undelivered', 'opted-out', 'landline', 'unreachable', 'blocked', 'too-late', 'not-sent', 'mail-failed'
));
