grant create on schema search to frontdesk_search;
drop function search.contacts(text, text, text, text[], text[], int);
drop function search.contacts_by_fields(jsonpath, int);
/* Contacts that meet all of these conditions, in no order, once for each of their numbers that does; null leaves a condition out.
   The result is null if more than `most` match.

   An index finds all matches before it returns the first, which is slow for a condition that many contacts meet. So a sample of the
   newest and the oldest contacts is checked first: an old import may have given all its contacts a tag that newer ones do not have.
   `most` is √(50 n) of n contacts, which is a share of 50 / most. */
create function search.contacts(name text, phone_pattern text, email text, tags text[], labels text[], most int) returns uuid[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  sample constant int := 500;
  conditions text := '';
  email_part text;
  matches int;
  ids uuid[];
begin
  if name is not null then
    select coalesce(string_agg(format(' and t.name_key like %L', pattern), ''), ' and false') into conditions
    from unnest(name_patterns(name)) pattern;
  end if;
  if phone_pattern is not null then conditions := conditions || ' and t.phone like $2'; end if;
  -- A whole address is looked for as it is, a part of one anywhere.
  if email ~ '^[^@]+@[^@]+[.][^@]+$' then
    conditions := conditions || ' and (t.email = $3::citext or (t.other_emails <> ''{}'' and t.other_emails @> array[lower($3)]))';
  elsif email is not null then
    email_part := '%' || regexp_replace(lower(email), '([\\%_])', '\\\1', 'g') || '%';
    conditions := conditions || ' and t.email is not null and email_key(t.email, t.other_emails) like $6';
  end if;
  if tags is not null then conditions := conditions || ' and t.tags <> ''{}'' and t.tags && $4'; end if;
  if labels is not null then conditions := conditions || ' and t.labels <> ''{}'' and t.labels && $5'; end if;
  execute 'select count(*) from (
      (select t.phone, t.name_key, t.email, t.other_emails, t.tags, t.labels from contacts t
       where t.tenant_id = $1 order by t.created_at desc, t.id desc limit $7)
      union all
      (select t.phone, t.name_key, t.email, t.other_emails, t.tags, t.labels from contacts t
       where t.tenant_id = $1 order by t.created_at, t.id limit $7)
    ) t where true' || conditions into matches
    using search.tenant(), phone_pattern, email, tags, labels, email_part, sample / 2;
  if matches > sample * 50.0 / most then return null; end if;
  execute 'select array_agg(id) from (select coalesce(t.main_id, t.id) as id from contacts t where t.tenant_id = $1 ' || conditions || ' limit $7) found' into ids
    using search.tenant(), phone_pattern, email, tags, labels, email_part, most + 1;
  return case when ids is null then '{}' when cardinality(ids) <= most then ids end;
end $$;

/* Contacts whose custom fields match, in no order, as `search.contacts` finds them: a policy would keep the condition from its
   index. The result is null if more than `most` match, or as many of a sample as that would be. */
create function search.contacts_by_fields(condition jsonpath, most int) returns uuid[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  sample constant int := 500;
  matches int;
  ids uuid[];
begin
  execute 'select count(*) from (
      (select t.custom from contacts t where t.tenant_id = $1 order by t.created_at desc, t.id desc limit $3)
      union all
      (select t.custom from contacts t where t.tenant_id = $1 order by t.created_at, t.id limit $3)
    ) t where t.custom @@ $2' into matches
    using search.tenant(), condition, sample / 2;
  if matches > sample * 50.0 / most then return null; end if;
  execute 'select array_agg(id) from (
      select coalesce(t.main_id, t.id) as id from contacts t where t.tenant_id = $1 and t.custom <> ''{}'' and t.custom @@ $2 limit $3
    ) found' into ids
    using search.tenant(), condition, most + 1;
  return case when ids is null then '{}' when cardinality(ids) <= most then ids end;
end $$;
alter function search.contacts(text, text, text, text[], text[], int) owner to frontdesk_search;
alter function search.contacts_by_fields(jsonpath, int) owner to frontdesk_search;
revoke create on schema search from frontdesk_search;
revoke execute on function search.contacts(text, text, text, text[], text[], int) from public;
grant execute on function search.contacts(text, text, text, text[], text[], int) to frontdesk_app;
revoke execute on function search.contacts_by_fields(jsonpath, int) from public;
grant execute on function search.contacts_by_fields(jsonpath, int) to frontdesk_app;
