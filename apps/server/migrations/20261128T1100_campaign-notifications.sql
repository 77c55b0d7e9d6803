-- Notifications about campaigns that wait for a decision.
alter table notifications
  add column campaign_id uuid,
  add foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade;
create index notifications_of_campaign on notifications (tenant_id, campaign_id, user_id) where campaign_id is not null;
create unique index notifications_one_unread_of_campaign on notifications (tenant_id, user_id, campaign_id, kind)
  where read_at is null and campaign_id is not null;
