-- T-Mobile takes a number of segments a day from a brand (A2P 10DLC), over all numbers registered for it. Read from the carrier
-- account; null while unknown.
alter table phone_numbers add column brand_id text;
alter table phone_numbers add column brand_segments_per_day integer check (brand_segments_per_day > 0);

-- What a brand has sent on the carriers' day: messages to many as they are written, other texts as counted at `counted_at`.
create table brand_usage (
  tenant_id uuid not null references tenants (tenant_id),
  brand_id text not null,
  day date not null,
  used integer not null default 0,
  other_used integer not null default 0,
  counted_at timestamptz,
  primary key (tenant_id, brand_id)
);
select directory.protect_tenant_table('brand_usage');

-- The mobile network of a looked-up number, in its own words.
alter table number_lookups add column network text;

alter table group_recipients drop constraint group_recipients_reason_check;
alter table group_recipients add constraint group_recipients_reason_check check (reason in (
  'opted-out', 'opted-out-of-marketing', 'no-consent', 'consent-review', 'blocked', 'landline', 'unreachable',
  'no-sending-account', 'no-number', 'invalid-number', 'no-access', 'contact-deleted', 'merged', 'no-review-link', 'empty',
  'too-long', 'quiet-hours', 'daily-limit', 'number-limit', 'brand-limit', 'scheduled', 'replied', 'control-group',
  'earlier-failed', 'conversation-deleted'
)) not valid;
alter table group_recipients validate constraint group_recipients_reason_check;
