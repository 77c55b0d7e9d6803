-- A sequence ends for those whose last text did not arrive, or whose conversation was deleted.
alter table group_recipients drop constraint group_recipients_reason_check;
alter table group_recipients add constraint group_recipients_reason_check check (reason in (
  'opted-out', 'opted-out-of-marketing', 'no-consent', 'consent-review', 'blocked', 'landline', 'unreachable',
  'no-sending-account', 'no-number', 'invalid-number', 'no-access', 'contact-deleted', 'merged', 'no-review-link', 'empty',
  'too-long', 'quiet-hours', 'daily-limit', 'scheduled', 'replied', 'control-group', 'earlier-failed',
  'conversation-deleted'
)) not valid;
alter table group_recipients validate constraint group_recipients_reason_check;
