-- What the team called a conversation that goes on in another one still finds it.
alter table merged_conversations add column friendly_name text;
alter table merged_conversations no force row level security;
update merged_conversations set friendly_name = was ->> 'friendly_name';
alter table merged_conversations force row level security;
create index merged_conversations_friendly_name on merged_conversations using gin (tenant_id, folded(friendly_name) gin_trgm_ops)
  where friendly_name is not null;
grant select (tenant_id, contact_phone, friendly_name) on merged_conversations to frontdesk_search;
create policy search on merged_conversations for select to frontdesk_search using (true);

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
         union
         select v.contact_phone from merged_conversations v where v.tenant_id = $1 and v.friendly_name is not null
           and folded(v.friendly_name) like folded($2)
       ) found limit $3' using search.tenant(), name_pattern, most;
  end if;
  if phone_pattern is not null then
    return query execute 'select t.phone from contacts t where t.tenant_id = $1 and t.phone like $2 limit $3'
      using search.tenant(), phone_pattern, most;
  end if;
end $$;
