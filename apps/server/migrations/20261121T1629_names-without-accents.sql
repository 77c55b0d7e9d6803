-- Names are looked for as somebody types them: whatever their case, and without accents. `ilike` and `lower` follow the locale of
-- the database (in C, É is no é), so this names its own, as message_words does.
/* Told apart, so that ASCII is folded without it and `folded` can stand in an index and be planned as what it is. */
create function without_accents(words text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return public.unaccent('public.unaccent'::regdictionary, normalize(words, NFC));
end $$;

create function folded(words text) returns text language sql immutable parallel safe
return lower((case when octet_length(words) = char_length(words) then words else without_accents(words) end) collate "pg_c_utf8");

drop index contacts_search;
create index contacts_search on contacts using gin (tenant_id, folded(name) gin_trgm_ops, phone gin_trgm_ops);
drop index conversations_friendly_name;
create index conversations_friendly_name on conversations using gin (tenant_id, folded(friendly_name) gin_trgm_ops)
  where friendly_name is not null;

/* Phone numbers whose contact or conversation is called so, or that have these digits; at most so many. */
create or replace function search.phones(name_pattern text, phone_pattern text, most int) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if name_pattern is not null then
    return query execute
      'select phone from (
         select t.phone from contacts t where t.tenant_id = $1 and folded(t.name) like folded($2)
         union
         select c.contact_phone from conversations c where c.tenant_id = $1 and c.friendly_name is not null
           and folded(c.friendly_name) like folded($2)
       ) found limit $3' using search.tenant(), name_pattern, most;
  end if;
  if phone_pattern is not null then
    return query execute 'select t.phone from contacts t where t.tenant_id = $1 and t.phone like $2 limit $3'
      using search.tenant(), phone_pattern, most;
  end if;
end $$;
