-- Tenancy, accounts and the directory. The rules behind the shape: docs/architecture.md, "Tenancy".

create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The application owns nothing and cannot bypass row level security; the dispatcher may read the event log of all tenants.
do $$ begin
  if not exists (select from pg_roles where rolname = 'frontdesk_app') then create role frontdesk_app nologin; end if;
  if not exists (select from pg_roles where rolname = 'frontdesk_dispatcher') then create role frontdesk_dispatcher nologin; end if;
  -- A plain CREATEROLE owner is a member of what it creates, but may not SET ROLE to it before it says so.
  execute format('grant frontdesk_app, frontdesk_dispatcher to %I', current_user);
exception when duplicate_object or unique_violation then null;
end $$;

grant usage on schema public to frontdesk_app, frontdesk_dispatcher;

-- Cross-tenant look-ups without content. On Citus: reference tables, sessions and tokens local to the coordinator.
create schema directory;
grant usage on schema directory to frontdesk_app, frontdesk_dispatcher;

/* Makes a table a tenant's: forced row level security, and rights for the application. */
create function directory.protect_tenant_table(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format(
    'create policy tenant on %s using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', name);
  execute format('grant select, insert, update, delete on %s to frontdesk_app', name);
end $$;

create table directory.logins (
  id uuid primary key,
  email citext not null unique,
  password_hash text not null,
  created_at timestamptz not null
);

create table directory.memberships (
  login_id uuid not null references directory.logins (id) on delete cascade,
  tenant_id uuid not null,
  user_id uuid not null,
  primary key (login_id, tenant_id)
);

create table directory.sessions (
  id uuid primary key,
  login_id uuid not null references directory.logins (id) on delete cascade,
  tenant_id uuid not null,
  user_id uuid not null,
  is_remembered boolean not null,
  user_agent text,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index on directory.sessions (tenant_id, user_id) where revoked_at is null;

create table directory.refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references directory.sessions (id) on delete cascade,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The token this one was exchanged for.
  successor_of bytea
);
create index on directory.refresh_tokens (successor_of);
create index on directory.refresh_tokens (session_id);

-- The shape rate-limiter-flexible expects.
create table directory.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create table directory.phone_numbers (
  phone_number text primary key,
  tenant_id uuid not null,
  phone_number_id uuid not null
);

grant select, insert, update, delete on all tables in schema directory to frontdesk_app;

create table tenants (
  tenant_id uuid primary key,
  name text not null,
  country text not null,
  created_at timestamptz not null
);
select directory.protect_tenant_table('tenants');

create table locations (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  name text not null,
  formatted_address text,
  time_zone text not null,
  country text not null,
  color_hex text,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select directory.protect_tenant_table('locations');

create table users (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  login_id uuid not null,
  email citext not null,
  first_name text not null,
  last_name text not null,
  display_name text not null,
  profile_url text,
  role text not null check (role in ('Owner', 'Manager', 'TeamMember', 'LocationAdmin', 'TeamLeader', 'Contributor')),
  -- The explicit grant; without it the user sees the locations listed in user_locations, and none if none is listed.
  has_all_locations boolean not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, email)
);
select directory.protect_tenant_table('users');

create table user_locations (
  tenant_id uuid not null,
  user_id uuid not null,
  location_id uuid not null,
  primary key (tenant_id, user_id, location_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, location_id) references locations (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('user_locations');
