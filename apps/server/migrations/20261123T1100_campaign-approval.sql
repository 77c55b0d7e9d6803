-- Approved by a second person, as it is scheduled now.
alter table campaigns add column is_approved boolean not null default false;
alter table campaigns drop constraint campaigns_problem_check;
alter table campaigns add constraint campaigns_problem_check check (problem in (
  'late', 'not-allowed', 'no-recipients', 'too-many-recipients', 'audience-missing', 'no-review-link', 'approval-missing'
));

-- Recipients of a stopped message, who are next when it is resumed.
create index group_recipients_cancelled on group_recipients (tenant_id, group_message_id, contact_id) where state = 'cancelled';

-- The list of short links leaves out those of campaigns.
drop index short_links_newest;
create index short_links_newest on short_links (tenant_id, created_at, code) where message_id is null;
