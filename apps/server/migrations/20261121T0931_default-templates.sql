-- Businesses from before there were templates get the default ones, as new ones do; who has some already keeps those.
-- Row level security holds back an owner that is no superuser.
alter table tenants no force row level security;
alter table templates no force row level security;
insert into templates (tenant_id, id, title, message, is_everywhere, created_at)
select t.tenant_id, gen_random_uuid(), d.title, d.message, true, now()
from tenants t
cross join (values
  ('Review invitation', 'Hi :contact_first_name:, thank you for choosing :business_name:! Would you take a moment to tell others how it was? :google_review:'),
  ('Reminder', 'Hi :contact_first_name:, a friendly reminder from :business_location:: we are looking forward to seeing you. Reply here if anything changes.'),
  ('Say thanks', 'Thank you, :contact_first_name:! It was a pleasure. The team at :business_name:'),
  ('Negative review follow up', 'Hi :contact_first_name:, thank you for your honest review. We are sorry it was not what you expected. What can we do to make it right? The team at :business_location:')
) as d (title, message)
where not exists (select from templates o where o.tenant_id = t.tenant_id);
alter table templates force row level security;
alter table tenants force row level security;
