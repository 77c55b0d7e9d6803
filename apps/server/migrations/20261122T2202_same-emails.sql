-- The ids of a group are collected once, not for each pair.
/* Emails after a given one that several contacts have, in their order and at most `most`, with each pair of contacts that has it.
   An email of more than `group_max` contacts says nothing and comes without a pair. */
create or replace function search.same_emails(after text, most int, group_max int)
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
