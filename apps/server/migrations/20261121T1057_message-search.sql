create extension if not exists unaccent;

-- Words as they stand, whatever the language, without accents.
create text search configuration words (copy = simple);
alter text search configuration words alter mapping for hword, hword_part, word with unaccent, simple;

create function message_words(body text, data jsonb) returns tsvector language sql immutable parallel safe
return to_tsvector('public.words'::regconfig, lower((body || coalesce(' ' || (data ->> 'transcription'), '')) collate "pg_c_utf8"));

-- With the day, so that a word that occurs a million times is looked for day by day, from the newest on; see search-messages.ts.
-- Log lines and what is left of deleted messages are no words of anybody's.
create index messages_words on messages
  using gin (tenant_id, ((created_at at time zone 'UTC')::date), message_words(body, data)) where type <> 'update';
