-- One look-up for a rare word: the matches of the newest days and, where these are fewer than a page, all older ones. Before, a
-- rare word took three statements: two days, five more, and everywhere.
drop function search.messages_with(tsquery, date, int, int);

/* Messages that match a query of words: those of `days` days (UTC) up to `newest` and, if there are fewer than `enough`, at most
   `most` older ones in any order. Without parallel workers: how rare a word is is not known to the planner, and starting workers
   takes twenty times as long as reading the matches of a rare one. */
create function search.messages_with(query tsquery, newest date, days int, enough int, most int)
returns table (id uuid, conversation_id uuid, created_at timestamptz, is_older boolean)
language plpgsql stable security definer set search_path = public, pg_temp
set max_parallel_workers_per_gather = 0 rows 100 as $$
declare
  matches int;
begin
  -- Planned each time, because the number of matches decides the plan. Day by day, like the index.
  return query execute
    'select found.* from generate_series(0, $4 - 1) back (n) cross join lateral (
       select m.id, m.conversation_id, m.created_at, false from messages m
       where m.tenant_id = $1 and m.type <> ''update'' and message_words(m.body, m.data) @@ $2
         and (m.created_at at time zone ''UTC'')::date = $3 - back.n
     ) found'
    using search.tenant(), query, newest, days;
  get diagnostics matches = row_count;
  if matches < enough and most > 0 then
    -- By the instant, because the index would read all older days to compare them.
    return query execute
      'select m.id, m.conversation_id, m.created_at, true from messages m
       where m.tenant_id = $1 and m.type <> ''update'' and message_words(m.body, m.data) @@ $2
         and m.created_at < $3 limit $4'
      using search.tenant(), query, (newest - days + 1)::timestamp at time zone 'UTC', most;
  end if;
end $$;
grant create on schema search to frontdesk_search;
alter function search.messages_with(tsquery, date, int, int, int) owner to frontdesk_search;
revoke create on schema search from frontdesk_search;
revoke execute on function search.messages_with(tsquery, date, int, int, int) from public;
grant execute on function search.messages_with(tsquery, date, int, int, int) to frontdesk_app;
