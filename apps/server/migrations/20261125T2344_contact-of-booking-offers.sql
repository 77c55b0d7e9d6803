-- A merged conversation is with several contacts: an offer is made to one of them.
alter table booking_offers add column contact_id uuid;
-- The rows of all tenants.
alter table booking_offers no force row level security;
alter table conversations no force row level security;
alter table contacts no force row level security;
update booking_offers o set contact_id = coalesce(t.main_id, t.id)
from conversations c join contacts t on t.tenant_id = c.tenant_id and t.id = c.contact_id
where c.tenant_id = o.tenant_id and c.id = o.conversation_id;
alter table booking_offers force row level security;
alter table conversations force row level security;
alter table contacts force row level security;
alter table booking_offers alter column contact_id set not null;
