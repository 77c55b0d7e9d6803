-- The operators that words and parts of names are looked for with are not leakproof. Under row level security PostgreSQL asks
-- them only after the policy of the tenant, row by row, and past every index. So this role, whom nobody can become, sees the
-- searched columns of all tenants; its functions are the only ones to use them, name the tenant of the transaction themselves,
-- and give no more than ids and phone numbers, which are asked for again under the policy. docs/decisions has the reasons.
do $$ begin
  if not exists (select from pg_roles where rolname = 'frontdesk_search') then create role frontdesk_search nologin; end if;
  execute format('grant frontdesk_search to %I', current_user);
exception when duplicate_object or unique_violation then null;
end $$;

grant usage on schema public to frontdesk_search;
grant select (tenant_id, id, conversation_id, type, body, data, created_at) on messages to frontdesk_search;
grant select (tenant_id, phone, name) on contacts to frontdesk_search;
grant select (tenant_id, contact_phone, friendly_name) on conversations to frontdesk_search;
create policy search on messages for select to frontdesk_search using (true);
create policy search on contacts for select to frontdesk_search using (true);
create policy search on conversations for select to frontdesk_search using (true);

create schema search;
grant usage on schema search to frontdesk_app;
grant usage, create on schema search to frontdesk_search;

create function search.tenant() returns uuid language sql stable
return nullif(current_setting('app.tenant_id', true), '')::uuid;

-- Planned anew each time: how many rows fit decides the plan.
/* Messages in which a query of words is true: at most so many of all, or those of so many days (UTC) up to one. */
create function search.messages_with(query tsquery, newest date, days int, most int)
returns table (id uuid, conversation_id uuid, created_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp rows 100 as $$
begin
  if newest is null then
    return query execute
      'select m.id, m.conversation_id, m.created_at from messages m
       where m.tenant_id = $1 and m.type <> ''update'' and message_words(m.body, m.data) @@ $2 limit $3'
      using search.tenant(), query, most;
  else
    -- Day by day, as the index is.
    return query execute
      'select found.* from generate_series(0, $4 - 1) back (n) cross join lateral (
         select m.id, m.conversation_id, m.created_at from messages m
         where m.tenant_id = $1 and m.type <> ''update'' and message_words(m.body, m.data) @@ $2
           and (m.created_at at time zone ''UTC'')::date = $3 - back.n
       ) found'
      using search.tenant(), query, newest, days;
  end if;
end $$;

/* Phone numbers whose contact or conversation is called so, or that have these digits; at most so many. */
create function search.phones(name_pattern text, phone_pattern text, most int) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if name_pattern is not null then
    return query execute
      'select phone from (
         select t.phone from contacts t where t.tenant_id = $1 and t.name ilike $2
         union
         select c.contact_phone from conversations c where c.tenant_id = $1 and c.friendly_name ilike $2
       ) found limit $3' using search.tenant(), name_pattern, most;
  end if;
  if phone_pattern is not null then
    return query execute 'select t.phone from contacts t where t.tenant_id = $1 and t.phone like $2 limit $3'
      using search.tenant(), phone_pattern, most;
  end if;
end $$;

do $$ declare f regprocedure; begin
  foreach f in array array['search.messages_with(tsquery, date, int, int)', 'search.phones(text, text, int)']::regprocedure[] loop
    execute format('alter function %s owner to frontdesk_search', f);
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to frontdesk_app', f);
  end loop;
end $$;
revoke create on schema search from frontdesk_search;
