-- Duplicates are looked for in walks of limited length, so that the list answers soon however few there are. The indexes tell
-- main rows from those of further numbers, which share the email and the name of their contact.
drop index contacts_by_email;
create index contacts_by_email on contacts (tenant_id, email) include (main_id) where email is not null;
drop index contacts_by_name;
create index contacts_by_name on contacts (tenant_id, name_order, id) include (main_id);

drop function search.same_emails(text, int, int);
grant create on schema search to frontdesk_search;
/* Pairs of contacts with the same email, after one, among the next `walk` emails and at most `most` shared ones. `up_to` is
   where to continue, null at the end; without pairs there is one row with it. citext operators are not leakproof, so row
   level security would keep them from the index.

   An email of more than `group_max` contacts says nothing and comes without a pair. `offset 0` collects the ids of a group
   once, not for each of its pairs. */
create function search.same_emails(after text, walk int, most int, group_max int)
returns table (email text, first_id uuid, second_id uuid, up_to text)
language plpgsql stable security definer set search_path = public, pg_temp rows 100 as $$
begin
  return query execute
    'with walked as materialized (
       select t.email, t.main_id from contacts t where t.tenant_id = $1 and t.email is not null and t.email > $2::citext
       order by t.email limit $3
     ), last as (
       select w.email from walked w order by w.email desc limit 1
     ), bound as materialized (
       -- The rows of the last email may go on after the walk.
       select case when (select count(*) from walked) = $3 then coalesce(
         (select max(w.email) from walked w where w.email < (select l.email from last l)), (select l.email from last l)
       ) end as email
     ), keys as materialized (
       select e.email from (
         (select w.email from walked w cross join bound b where b.email is null or w.email <= b.email
          group by w.email having count(*) filter (where w.main_id is null) > 1 order by w.email limit $4)
         union
         (select x.email::citext from (
            select t.other_emails from contacts t where t.tenant_id = $1 and t.other_emails <> ''{}'' and t.main_id is null
          ) o cross join unnest(o.other_emails) x (email) cross join bound b
          where x.email::citext > $2::citext and (b.email is null or x.email::citext <= b.email) group by 1 order by 1 limit $4)
       ) e order by e.email limit $4
     ), reached as (
       select case when (select count(*) from keys) = $4 then (select max(k.email) from keys k) else b.email end as email
       from bound b
     )
     select k.email::text, p.first_id, p.second_id, r.email::text from reached r left join (
       keys k cross join lateral (
         select array(
           select t.id from contacts t where t.tenant_id = $1 and t.main_id is null
             and (t.email = k.email or (t.other_emails <> ''{}'' and t.other_emails @> array[lower(k.email::text)]))
           limit $5 + 1
         ) as ids offset 0
       ) g left join lateral (
         select a.id as first_id, b.id as second_id
         from unnest(g.ids) a (id) join unnest(g.ids) b (id) on b.id > a.id where cardinality(g.ids) <= $5
       ) p on true
     ) on true order by k.email, p.first_id, p.second_id'
    using search.tenant(), after, walk, most, group_max;
end $$;
alter function search.same_emails(text, int, int, int) owner to frontdesk_search;
revoke create on schema search from frontdesk_search;
revoke execute on function search.same_emails(text, int, int, int) from public;
grant execute on function search.same_emails(text, int, int, int) to frontdesk_app;
