-- Contacts with several numbers and emails. A row of contacts is still a number; the further numbers of a contact are rows that
-- refer to its main one.
alter table contacts
  -- The contact that this further number belongs to; null for the main row of a contact. Never a chain.
  add column main_id uuid check (main_id <> id),
  -- The other numbers of the contact, main number first; on each of its rows.
  add column other_phones text[] not null default '{}',
  -- Emails besides the main one, in lower case.
  add column other_emails text[] not null default '{}',
  add foreign key (tenant_id, main_id) references contacts (tenant_id, id);
create index contacts_of_main on contacts (tenant_id, main_id) where main_id is not null;
create index contacts_other_emails on contacts using gin (tenant_id, other_emails) where other_emails <> '{}';

/* All emails of a contact in lower case, each in a line. */
create function email_key(email citext, other_emails text[]) returns text language sql immutable parallel safe
return lower(case when other_emails = '{}'::text[] then email::text
  else email::text || e'\n' || array_to_string(other_emails, e'\n') end);

drop index contacts_email_search;
create index contacts_email_search on contacts using gin (tenant_id, email_key(email, other_emails) gin_trgm_ops)
  where email is not null;

-- Merges of contacts, for their undo. They go with the contacts.
create table contact_merges (
  tenant_id uuid not null,
  id uuid not null,
  -- Rows of contacts: the numbers may belong to another contact since.
  survivor_id uuid not null,
  other_id uuid not null,
  -- Both contacts before the merge, and what the survivor was made.
  before jsonb not null,
  after jsonb not null,
  merged_by uuid not null,
  merged_at timestamptz not null,
  unmerged_by uuid,
  unmerged_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, survivor_id) references contacts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, other_id) references contacts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, merged_by) references users (tenant_id, id),
  foreign key (tenant_id, unmerged_by) references users (tenant_id, id)
);
select directory.protect_tenant_table('contact_merges');
create index contact_merges_of_survivor on contact_merges (tenant_id, survivor_id);
create index contact_merges_of_other on contact_merges (tenant_id, other_id);

-- Pairs of contacts that a teammate said are not the same person.
create table contact_duplicate_dismissals (
  tenant_id uuid not null,
  -- The smaller id.
  first_id uuid not null,
  second_id uuid not null,
  dismissed_by uuid not null,
  dismissed_at timestamptz not null,
  primary key (tenant_id, first_id, second_id),
  foreign key (tenant_id, first_id) references contacts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, second_id) references contacts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, dismissed_by) references users (tenant_id, id)
);
select directory.protect_tenant_table('contact_duplicate_dismissals');
create index contact_duplicate_dismissals_of_second on contact_duplicate_dismissals (tenant_id, second_id);

grant select (main_id, other_emails, created_at, custom) on contacts to frontdesk_search;
grant create on schema search to frontdesk_search;

drop function search.contacts(text, text, text, text[], text[], int);
/* Contacts that meet all of these conditions, in no order, once for each of their numbers that does; null leaves a condition out.
   The result is null if more than `most` match.

   An index finds all matches before it returns the first, which is slow for a condition that many contacts meet. So a sample of the
   newest contacts is checked first. `most` is √(50 n) of n contacts, which is a share of 50 / most. */
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
      select t.phone, t.name_key, t.email, t.other_emails, t.tags, t.labels from contacts t
      where t.tenant_id = $1 order by t.created_at desc, t.id desc limit $7
    ) t where true' || conditions into matches
    using search.tenant(), phone_pattern, email, tags, labels, email_part, sample;
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
      select t.custom from contacts t where t.tenant_id = $1 order by t.created_at desc, t.id desc limit $3
    ) t where t.custom @@ $2' into matches
    using search.tenant(), condition, sample;
  if matches > sample * 50.0 / most then return null; end if;
  execute 'select array_agg(id) from (
      select coalesce(t.main_id, t.id) as id from contacts t where t.tenant_id = $1 and t.custom <> ''{}'' and t.custom @@ $2 limit $3
    ) found' into ids
    using search.tenant(), condition, most + 1;
  return case when ids is null then '{}' when cardinality(ids) <= most then ids end;
end $$;

/* Emails after a given one that several contacts have, in their order and at most `most`, with each pair of contacts that has it.
   An email of more than `group_max` contacts says nothing and comes without a pair. `offset 0` collects the ids of a group once, not
   for each pair. */
create function search.same_emails(after text, most int, group_max int)
returns table (email text, first_id uuid, second_id uuid)
language plpgsql stable security definer set search_path = public, pg_temp rows 100 as $$
begin
  return query execute
    'select k.email::text, p.first_id, p.second_id from (
       select e.email from (
         (select t.email from contacts t where t.tenant_id = $1 and t.email > $2::citext
          group by t.email having count(*) > 1 order by t.email limit $3)
         union
         (select x.email::citext from (
            select t.other_emails from contacts t where t.tenant_id = $1 and t.other_emails <> ''{}'' and t.main_id is null
          ) o cross join unnest(o.other_emails) x (email)
          where x.email::citext > $2::citext group by 1 order by 1 limit $3)
       ) e order by e.email limit $3
     ) k cross join lateral (
       select array(
         select t.id from contacts t where t.tenant_id = $1 and t.main_id is null
           and (t.email = k.email or (t.other_emails <> ''{}'' and t.other_emails @> array[lower(k.email::text)]))
         limit $4 + 1
       ) as ids offset 0
     ) g left join lateral (
       select a.id as first_id, b.id as second_id
       from unnest(g.ids) a (id) join unnest(g.ids) b (id) on b.id > a.id where cardinality(g.ids) <= $4
     ) p on true order by k.email, p.first_id, p.second_id'
    using search.tenant(), after, most, group_max;
end $$;
alter function search.contacts(text, text, text, text[], text[], int) owner to frontdesk_search;
alter function search.contacts_by_fields(jsonpath, int) owner to frontdesk_search;
alter function search.same_emails(text, int, int) owner to frontdesk_search;
revoke create on schema search from frontdesk_search;
revoke execute on function search.contacts(text, text, text, text[], text[], int) from public;
grant execute on function search.contacts(text, text, text, text[], text[], int) to frontdesk_app;
revoke execute on function search.contacts_by_fields(jsonpath, int) from public;
grant execute on function search.contacts_by_fields(jsonpath, int) to frontdesk_app;
revoke execute on function search.same_emails(text, int, int) from public;
grant execute on function search.same_emails(text, int, int) to frontdesk_app;
