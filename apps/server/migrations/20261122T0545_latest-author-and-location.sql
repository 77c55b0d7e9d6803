-- Who on our side wrote the latest message, for the inbox line. What a contact writes leaves both columns as they are.
alter table conversations add column latest_author text, add column latest_author_user_id uuid;
-- Row level security holds back an owner that is no superuser.
alter table conversations no force row level security;
alter table messages no force row level security;
update conversations c set latest_author = m.author, latest_author_user_id = m.author_user_id
from (
  select distinct on (tenant_id, conversation_id) tenant_id, conversation_id, author, author_user_id
  from messages where type in ('text', 'media') order by tenant_id, conversation_id, index desc
) m
where c.latest_is_outgoing and m.tenant_id = c.tenant_id and m.conversation_id = c.id;
alter table messages force row level security;
alter table conversations force row level security;

-- Where somebody last chose to work: their next session begins there.
alter table users add column chosen_location_id uuid;
