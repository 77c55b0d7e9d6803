-- A claim precedes the first count.
alter table campaign_trends
  alter column points drop not null,
  alter column counted_at drop not null,
  -- When the run that counted them ended; `counted_at` is when it began.
  add column stored_at timestamptz,
  -- The job that counts now, and when it last said so.
  add column claimed_by text,
  add column claimed_at timestamptz;
alter table campaign_trends no force row level security;
update campaign_trends set stored_at = counted_at;
alter table campaign_trends force row level security;
create index campaign_trends_claimed on campaign_trends (tenant_id, claimed_at) where claimed_at is not null;
