-- In which language a contact writes: as their texts tell, unless somebody said so.
alter table contacts add column language text, add column is_language_chosen boolean not null default false;

-- How its writer wrote a text that is to go out translated.
alter table scheduled_messages add column translation jsonb;

-- The second text of a message is found like the first. No row has one yet, so the index stays as it is.
create or replace function message_words(body text, data jsonb) returns tsvector language sql immutable parallel safe
return to_tsvector('public.words'::regconfig, lower((
  body || coalesce(' ' || (data ->> 'transcription'), '') || coalesce(' ' || (data #>> '{translation,text}'), '')
) collate "pg_c_utf8"));

-- Whoever chose a language before there was translation has it now.
alter table tenants no force row level security;
alter table settings no force row level security;
update tenants t set answers_inbound = true from settings s
where s.tenant_id = t.tenant_id and s.key = 'conversation-configs' and s.value ->> 'translateTo' is not null;
alter table tenants force row level security;
alter table settings force row level security;
