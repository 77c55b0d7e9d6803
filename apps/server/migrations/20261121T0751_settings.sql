-- Small settings of a tenant, one document each: the spec's universal store by tenant and key.
create table settings (
  tenant_id uuid not null references tenants (tenant_id),
  key text not null,
  value jsonb not null,
  version integer not null,
  updated_at timestamptz not null,
  primary key (tenant_id, key)
);
select directory.protect_tenant_table('settings');

-- Weekly hours, exceptions and the answer outside of them, as `BusinessHours` of the contract holds them.
create table business_hours (
  tenant_id uuid not null,
  location_id uuid not null,
  value jsonb not null,
  version integer not null,
  updated_at timestamptz not null,
  primary key (tenant_id, location_id),
  foreign key (tenant_id, location_id) references locations (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('business_hours');

-- Whether a text that comes in may have to be answered or assigned by itself. Where it may not, it costs no job.
alter table tenants add column answers_inbound boolean not null default false;

create table templates (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  title text not null,
  message text not null,
  -- Otherwise it is for the locations of template_locations only.
  is_everywhere boolean not null,
  used_count integer not null default 0,
  last_used_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select directory.protect_tenant_table('templates');
create unique index templates_title on templates (tenant_id, lower(title));

create table template_locations (
  tenant_id uuid not null,
  template_id uuid not null,
  location_id uuid not null,
  primary key (tenant_id, template_id, location_id),
  foreign key (tenant_id, template_id) references templates (tenant_id, id) on delete cascade,
  foreign key (tenant_id, location_id) references locations (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('template_locations');

create table template_favorites (
  tenant_id uuid not null,
  user_id uuid not null,
  template_id uuid not null,
  primary key (tenant_id, user_id, template_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, template_id) references templates (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('template_favorites');

-- When somebody was last given a conversation in turn; whoever waits longest is next.
create table assignment_turns (
  tenant_id uuid not null,
  user_id uuid not null,
  assigned_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('assignment_turns');

-- Tenants whose idle conversations are to be closed: which ones the hourly job looks at.
create table directory.auto_close (tenant_id uuid primary key);
grant select, insert, update, delete on directory.auto_close to frontdesk_app;
