-- When the job of a message last ran, or is to run next; null if nothing is planned. If that is long past, the server was down.
alter table group_messages add column heartbeat_at timestamptz;
-- Since when texts that missed their time in an outage wait for a decision, and what a teammate decided.
alter table group_messages add column missed_at timestamptz;
alter table group_messages add column missed_action text check (missed_action in ('send', 'skip'));

alter table group_recipients drop constraint group_recipients_reason_check;
alter table group_recipients add constraint group_recipients_reason_check check (reason in (
  'opted-out', 'opted-out-of-marketing', 'no-consent', 'consent-review', 'blocked', 'landline', 'unreachable',
  'no-sending-account', 'no-number', 'invalid-number', 'no-access', 'contact-deleted', 'merged', 'no-review-link', 'empty',
  'too-long', 'quiet-hours', 'daily-limit', 'number-limit', 'brand-limit', 'scheduled', 'missed', 'replied', 'control-group',
  'earlier-failed', 'conversation-deleted'
)) not valid;
alter table group_recipients validate constraint group_recipients_reason_check;

-- Recipients who wait for a decision keep the time they missed, and are not due.
create index group_recipients_due on group_recipients (tenant_id, group_message_id, held_until) where state = 'held' and reason <> 'missed';
drop index group_recipients_held;
create index group_recipients_missed on group_recipients (tenant_id, group_message_id, contact_id) where state = 'held' and reason = 'missed';
