-- When a person first opened a link, for the chart of its campaign. Earlier clicks are only known by their last time.
alter table short_links add column first_clicked_at timestamptz;
alter table short_links no force row level security;
update short_links set first_clicked_at = last_clicked_at where clicks > 0;
alter table short_links force row level security;

-- What became of a large campaign by hour, counted in the background for those who see all of its recipients.
create table campaign_trends (
  tenant_id uuid not null,
  campaign_id uuid not null,
  -- [{ "at": "2026-12-01T09:00:00Z", "kind": "sent", "n": 1200 }]
  points jsonb not null,
  counted_at timestamptz not null,
  primary key (tenant_id, campaign_id),
  foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('campaign_trends');

-- For the chart of subscribers who left.
create index subscribers_left on subscribers (tenant_id, left_at) where left_at is not null;
