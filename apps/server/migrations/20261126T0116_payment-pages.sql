-- What contacts do on their pages, and what the card processor reports.
alter table payment_activities drop constraint payment_activities_kind_check;
alter table payment_activities add constraint payment_activities_kind_check check (kind in (
  'created', 'changed', 'sent', 'sent-reminder', 'viewed', 'approved', 'declined', 'expired', 'converted', 'replaced',
  'started', 'processing', 'failed', 'paid', 'refunded', 'refund-failed', 'disputed', 'dispute-won', 'dispute-lost',
  'paid-out', 'cancelled'
));
