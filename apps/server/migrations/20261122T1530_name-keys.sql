-- Names are compared by a key, so that "obrien" finds O’Brien, "jean luc" Jean-Luc, and "Chen, Maya" Maya Chen. docs/decisions has
-- the rules.

/* The words of a name in lower case, without accents, punctuation and invisible characters, separated by spaces. Letters that are
   not ASCII are spelled in capitals from A to P behind a U: in a database of the locale C, pg_trgm indexes ASCII letters only. */
create function name_words(name text) returns text language plpgsql immutable strict parallel safe as $$
declare
  words text := name;
begin
  if octet_length(words) > char_length(words) then
    -- Accents (Latin, Greek, Cyrillic), vowel points (Hebrew, Arabic), soft hyphens, and what is zero wide or sets the direction.
    words := regexp_replace(normalize(words, NFKD),
      '[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF]', '', 'g');
    -- Letters without a decomposition, such as ł, ø and ß.
    words := public.unaccent('public.unaccent'::regdictionary, normalize(words, NFC));
  end if;
  -- Inside a word: apostrophes and dots. A sigma at the end of a word is a sigma.
  words := translate(lower(words collate pg_catalog."pg_c_utf8"), 'ς.''’‘ʼʻ′`´', 'σ');
  words := btrim(regexp_replace(words collate pg_catalog."pg_c_utf8", '[[:punct:][:space:]]+', ' ', 'g'));
  if octet_length(words) > char_length(words) then
    select string_agg(case when ascii(letter) < 128 then letter
      else 'U' || translate(lpad(to_hex(ascii(letter)), 5, '0'), '0123456789abcdef', 'ABCDEFGHIJKLMNOP') end, '' order by place)
    into words from regexp_split_to_table(words, '') with ordinality as letters (letter, place);
  end if;
  return words;
end $$;

/* What a name is searched by: its words, each after a space, and all of them as one, so that "jeanluc" finds Jean Luc. */
create function name_key(name text) returns text language plpgsql immutable strict parallel safe as $$
declare
  words text := public.name_words(name);
begin
  return case when words = '' then '' when position(' ' in words) = 0 then ' ' || words
    else ' ' || words || ' ' || replace(words, ' ', '') end;
end $$;

/* Patterns of which the key of a name must match all, in any order; null, which matches nothing, for a term without a word.
   Beside other words, one or two letters are the beginning of a word: "ann l" is no part of Annabel. */
create function name_patterns(term text) returns text[] language sql immutable strict parallel safe
return (
  select array_agg(case when length(word) > 2 or count = 1 then '%' || word || '%' else '% ' || word || '%' end)
  from (select word, count(*) over () from unnest(string_to_array(name_words(term), ' ')) word) words
);

drop index contacts_search, conversations_friendly_name, merged_conversations_friendly_name;
drop function search.phones(text, text, int);
drop function folded(text);
drop function without_accents(text);

alter table contacts add column name_key text not null generated always as (public.name_key(name)) stored;
create index contacts_search on contacts using gin (tenant_id, name_key gin_trgm_ops, phone gin_trgm_ops);
create index conversations_friendly_name on conversations using gin (tenant_id, name_key(friendly_name) gin_trgm_ops)
  where friendly_name is not null;
create index merged_conversations_friendly_name on merged_conversations using gin (tenant_id, name_key(friendly_name) gin_trgm_ops)
  where friendly_name is not null;
revoke select (name) on contacts from frontdesk_search;
grant select (name_key) on contacts to frontdesk_search;

/* Phone numbers whose contact or conversation has this name, or that match this pattern; at most so many. */
create function search.phones(name text, phone_pattern text, most int) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  conditions text;
begin
  if name is not null then
    -- One condition for each word, because an index cannot be used for "like all".
    select coalesce(string_agg(format('name_key like %L', pattern), ' and '), 'false') into conditions
    from unnest(name_patterns(name)) pattern;
    return query execute
      'select distinct phone from (
         select t.phone, t.name_key from contacts t where t.tenant_id = $1
         union all
         select c.contact_phone, name_key(c.friendly_name) from conversations c where c.tenant_id = $1
           and c.friendly_name is not null
         union all
         select v.contact_phone, name_key(v.friendly_name) from merged_conversations v where v.tenant_id = $1
           and v.friendly_name is not null
       ) named where ' || conditions || ' limit $2' using search.tenant(), most;
  end if;
  if phone_pattern is not null then
    return query execute 'select t.phone from contacts t where t.tenant_id = $1 and t.phone like $2 limit $3'
      using search.tenant(), phone_pattern, most;
  end if;
end $$;
grant create on schema search to frontdesk_search;
alter function search.phones(text, text, int) owner to frontdesk_search;
revoke create on schema search from frontdesk_search;
revoke execute on function search.phones(text, text, int) from public;
grant execute on function search.phones(text, text, int) to frontdesk_app;
