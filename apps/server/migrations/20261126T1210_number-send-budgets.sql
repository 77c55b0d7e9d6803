-- What the carriers still take of messages to many from one of our numbers. A number that is refused slows down alone, so
-- `throttle_level` and `throttled_at` of send_budgets are no longer used.
create table number_send_budgets (
  tenant_id uuid not null references tenants (tenant_id),
  tenant_phone text not null,
  -- Segments that may be sent at once, as of `filled_at`. Negative after a batch that took more.
  available double precision not null,
  filled_at timestamptz not null,
  -- How often the rate is halved, as of `throttled_at`. It recovers step by step.
  throttle_level smallint not null default 0,
  throttled_at timestamptz,
  -- Recipients who wait for this number have their times until then.
  reserved_until timestamptz,
  primary key (tenant_id, tenant_phone)
);
select directory.protect_tenant_table('number_send_budgets');

alter table group_recipients drop constraint group_recipients_reason_check;
alter table group_recipients add constraint group_recipients_reason_check check (reason in (
  'opted-out', 'opted-out-of-marketing', 'no-consent', 'consent-review', 'blocked', 'landline', 'unreachable',
  'no-sending-account', 'no-number', 'invalid-number', 'no-access', 'contact-deleted', 'merged', 'no-review-link', 'empty',
  'too-long', 'quiet-hours', 'daily-limit', 'number-limit', 'scheduled', 'replied', 'control-group', 'earlier-failed',
  'conversation-deleted'
)) not valid;
alter table group_recipients validate constraint group_recipients_reason_check;
