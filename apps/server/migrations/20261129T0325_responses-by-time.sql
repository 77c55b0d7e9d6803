-- Those who opened a link of a message with many recipients are found from the clicks.
alter table short_links add column group_message_id uuid;
alter table short_links no force row level security;
alter table group_recipients no force row level security;
update short_links l set group_message_id = r.group_message_id
  from group_recipients r where r.tenant_id = l.tenant_id and r.message_id = l.message_id;
alter table short_links force row level security;
alter table group_recipients force row level security;
create index short_links_clicked on short_links (tenant_id, group_message_id, first_clicked_at, code)
  where group_message_id is not null and first_clicked_at is not null;

-- Those who opted out after it, from the opt-outs in the days that follow.
create index consent_events_opt_outs on consent_events (tenant_id, created_at, id) where kind = 'opt-out';
