-- Payments that are asked for without a page: by a teammate who books, or by text.
alter table booking_payments
  -- Null: asked for without a page, where nobody proved their number.
  alter column proof_id drop not null,
  -- The teammate who asked for it, or left it off.
  add column by_user_id uuid,
  -- A teammate has to approve the visit that is booked by text once it is paid.
  add column needs_approval boolean not null default false;
alter table booking_payments drop constraint booking_payments_state_check;
-- `unpaid`: a teammate booked the visit, and it was not paid in time. `skipped`: they left it off.
alter table booking_payments add constraint booking_payments_state_check check (state in (
  'agreeing', 'paying', 'unpaid', 'booked', 'ended', 'skipped'
));

alter table booking_tasks drop constraint booking_tasks_kind_check;
alter table booking_tasks add constraint booking_tasks_kind_check check (kind in ('call', 'opted-out', 'unpaid'));
alter table booking_tasks drop constraint booking_tasks_reason_check;
alter table booking_tasks add constraint booking_tasks_reason_check check (reason in (
  'undelivered', 'opted-out', 'landline', 'unreachable', 'blocked', 'too-late', 'not-sent', 'mail-failed', 'unpaid'
));
