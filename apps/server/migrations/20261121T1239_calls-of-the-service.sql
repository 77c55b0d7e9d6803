-- What a carrier said about a number; every question costs.
create table number_lookups (
  tenant_id uuid not null references tenants (tenant_id),
  phone_number text not null,
  is_valid boolean not null,
  country_code text,
  line_type text,
  looked_up_at timestamptz not null,
  primary key (tenant_id, phone_number)
);
select directory.protect_tenant_table('number_lookups');
create index number_lookups_by_time on number_lookups (tenant_id, looked_up_at);

-- What the team calls a conversation, where it is not the contact's name.
alter table conversations add column friendly_name text;
create index conversations_friendly_name on conversations using gin (tenant_id, friendly_name gin_trgm_ops)
  where friendly_name is not null;

-- Whose an account at the carrier is, for a post about a number that is nobody's here any more.
create table directory.messaging_accounts (
  account_sid text not null,
  tenant_id uuid not null,
  primary key (account_sid, tenant_id)
);
grant select, insert, update, delete on directory.messaging_accounts to frontdesk_app;
insert into directory.messaging_accounts (account_sid, tenant_id) select account_sid, tenant_id from messaging_accounts;
