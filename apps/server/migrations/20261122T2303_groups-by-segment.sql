-- A dynamic group may follow a saved segment; its criteria are those of the time it was chosen, in case it is deleted.
alter table groups add column segment_id uuid;
alter table groups add constraint groups_segment check (segment_id is null or kind = 'dynamic');

-- A recipient who was merged with another one gets the message once.
alter table group_recipients drop constraint group_recipients_reason_check;
alter table group_recipients add constraint group_recipients_reason_check check (reason in (
  'opted-out', 'opted-out-of-marketing', 'blocked', 'landline', 'no-sending-account', 'no-number', 'invalid-number',
  'no-access', 'contact-deleted', 'merged', 'no-review-link', 'empty', 'too-long'
));
