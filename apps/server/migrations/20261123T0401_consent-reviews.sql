-- Texts that may ask for no more texts. Until a teammate has decided, the number gets no marketing.
create table consent_reviews (
  tenant_id uuid not null references tenants (tenant_id),
  message_id uuid not null,
  contact_phone text not null,
  tenant_phone text not null,
  state text not null default 'pending' check (state in ('pending', 'opted-out', 'dismissed', 'superseded')),
  -- The consent of the pair before the decision, for undoing it; null where nothing was recorded.
  was_opted_out boolean,
  was_marketing_opted_out boolean,
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade,
  foreign key (tenant_id, decided_by) references users (tenant_id, id)
);
select directory.protect_tenant_table('consent_reviews');
create index consent_reviews_of_number on consent_reviews (tenant_id, contact_phone) where state = 'pending';
create index consent_reviews_pending on consent_reviews (tenant_id, created_at, message_id) where state = 'pending';

-- When the carrier last reported that the number cannot be reached. A later text from or to it counts more.
alter table contacts add column unreachable_at timestamptz;

-- New reasons for skipping a recipient, and reasons for holding one.
alter table group_recipients drop constraint group_recipients_reason_check;
alter table group_recipients add constraint group_recipients_reason_check check (reason in (
  'opted-out', 'opted-out-of-marketing', 'no-consent', 'consent-review', 'blocked', 'landline', 'unreachable',
  'no-sending-account', 'no-number', 'invalid-number', 'no-access', 'contact-deleted', 'merged', 'no-review-link', 'empty',
  'too-long', 'quiet-hours', 'daily-limit'
)) not valid;
alter table group_recipients validate constraint group_recipients_reason_check;
