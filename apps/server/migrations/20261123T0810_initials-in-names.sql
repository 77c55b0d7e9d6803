-- The key of a name has the initials of "J.R. Tolkien" also one by one, so that "j r tolkien" finds it.

/* The letters after the first of initials with dots, as words. The first begins a word of the name. */
create function name_initials(name text) returns text language sql immutable strict parallel safe
return (
  select string_agg(' ' || public.name_words(replace(substr(initials.letters[1], 3), '.', ' ')), '')
  from regexp_matches(
    name collate pg_catalog."pg_c_utf8", '(?<![[:alnum:]])([[:alpha:]](?:[.][[:alpha:]])+)(?![[:alnum:]])', 'g'
  ) as initials (letters)
);

/* What a name is searched by: its words, each after a space, and all of them as one, so that "jeanluc" finds Jean Luc; then
   the initials that are written as one word. */
create or replace function name_key(name text) returns text language plpgsql immutable strict parallel safe as $$
declare
  words text := public.name_words(name);
begin
  return case when words = '' then '' when position(' ' in words) = 0 then ' ' || words
    else ' ' || words || ' ' || replace(words, ' ', '') end
    || case when position('.' in name) > 0 then coalesce(public.name_initials(name), '') else '' end;
end $$;

alter table contacts no force row level security;
-- Computes the stored keys again.
update contacts set name = name where name ~ '[^[:space:]][.][^[:space:]]';
alter table contacts force row level security;
reindex index conversations_friendly_name;
reindex index merged_conversations_friendly_name;
