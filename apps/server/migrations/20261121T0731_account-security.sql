-- Links by mail, two-step sign-in, known devices and sessions one can look at. The decisions behind: docs/decisions.

alter table directory.logins
  -- A login has its address once that is known to be free; until the mail is answered it may only wish for it.
  alter column email drop not null,
  -- Nobody can sign in with it before they have chosen a password.
  add column pending_email citext,
  add column verified_at timestamptz,
  add constraint logins_have_an_address check (email is not null or pending_email is not null);

create table directory.account_links (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('verify', 'reset-password', 'invite', 'change-email')),
  -- Null for an invitation to somebody without a login.
  login_id uuid references directory.logins (id) on delete cascade,
  tenant_id uuid not null,
  user_id uuid not null,
  email citext not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on directory.account_links (tenant_id, user_id, purpose) where used_at is null;

create table directory.known_devices (
  login_id uuid not null references directory.logins (id) on delete cascade,
  device_hash bytea not null,
  last_seen_at timestamptz not null,
  primary key (login_id, device_hash)
);

create table directory.two_step (
  login_id uuid primary key references directory.logins (id) on delete cascade,
  -- Encrypted.
  secret bytea not null,
  -- Null while it is being set up.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: no code works twice.
  last_step bigint not null default 0
);

create table directory.recovery_codes (
  login_id uuid not null references directory.logins (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (login_id, code_hash)
);

grant select, insert, update, delete on directory.account_links, directory.known_devices, directory.two_step,
  directory.recovery_codes to frontdesk_app;

alter table directory.sessions
  add column address text,
  add column last_seen_at timestamptz,
  -- The location the person works at; null is all they may see.
  add column location_id uuid;
create index on directory.sessions (login_id) where revoked_at is null;

alter table tenants add column requires_two_step boolean not null default false;
