-- What a tenant changed of its roles' permissions; where nothing is written the catalogue's default holds. Owners have them all.
create table role_permissions (
  tenant_id uuid not null references tenants (tenant_id),
  role text not null check (role in ('Manager', 'TeamMember')),
  permission text not null,
  is_granted boolean not null,
  updated_at timestamptz not null,
  primary key (tenant_id, role, permission)
);
select directory.protect_tenant_table('role_permissions');

alter table users
  add column version integer not null default 1,
  -- TenantCreator: the account holder.
  add column is_account_holder boolean not null default false,
  -- Null once they joined, or where they were added without an invitation.
  add column invited_at timestamptz,
  -- Nobody is ever deleted: their name stays on what they wrote. Logins, lists and assignment ask for null.
  add column removed_at timestamptz,
  -- An invitation to an address without a login: it comes with the answer.
  alter column login_id drop not null,
  -- Who was removed may be invited again, as somebody new.
  drop constraint users_tenant_id_email_key;
create unique index users_email on users (tenant_id, email) where removed_at is null;

alter table users no force row level security;
update users set is_account_holder = true
where (tenant_id, id) in (
  select distinct on (tenant_id) tenant_id, id from users where role = 'Owner' order by tenant_id, created_at, id);
alter table users force row level security;
create unique index users_account_holder on users (tenant_id) where is_account_holder;

-- An owner who looks at the product as somebody else would, for as long as this is set: a member, or a role.
alter table directory.sessions add column view_as_user_id uuid, add column view_as_role text;
