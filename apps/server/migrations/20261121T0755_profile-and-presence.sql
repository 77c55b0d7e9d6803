-- A teammate's pictures; users.profile_url names the present one. The bytes live in the storage.
create table avatars (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  storage_key text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('avatars');

-- The last time somebody was at work, to the minute; who is there now, the live connections know.
alter table users add column last_seen_at timestamptz;
