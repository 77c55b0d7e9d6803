-- Custom fields of contacts: their values by the field's id, as text. The fields are a setting.
alter table contacts add column custom jsonb not null default '{}';
create index contacts_by_custom on contacts using gin (tenant_id, custom jsonb_path_ops) where custom <> '{}';
grant select (custom) on contacts to frontdesk_search;

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
      select t.id from contacts t where t.tenant_id = $1 and t.custom <> ''{}'' and t.custom @@ $2 limit $3
    ) found' into ids
    using search.tenant(), condition, most + 1;
  return case when ids is null then '{}' when cardinality(ids) <= most then ids end;
end $$;
grant create on schema search to frontdesk_search;
alter function search.contacts_by_fields(jsonpath, int) owner to frontdesk_search;
revoke create on schema search from frontdesk_search;
revoke execute on function search.contacts_by_fields(jsonpath, int) from public;
grant execute on function search.contacts_by_fields(jsonpath, int) to frontdesk_app;

alter table contact_import_rows add column custom jsonb not null default '{}';

-- What is in the file of an export, for the few minutes in which its link can be used: too long for a URL.
create table contact_exports (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  user_id uuid not null,
  request jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select directory.protect_tenant_table('contact_exports');
create index contact_exports_by_time on contact_exports (tenant_id, created_at);
