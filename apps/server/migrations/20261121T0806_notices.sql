-- What those who run Frontdesk tell everybody: versions, maintenance, news. No tenant's content.
create table directory.app_versions (
  version text primary key,
  is_live boolean not null,
  is_forced boolean not null,
  created_at timestamptz not null
);

create table directory.maintenances (
  id uuid primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  message text not null,
  is_shown boolean not null,
  -- Null: every business.
  tenant_ids uuid[],
  created_at timestamptz not null
);

-- One at a time.
create table directory.promo_banners (
  id integer primary key check (id = 1),
  text text not null,
  link_label text,
  link_url text,
  is_shown boolean not null,
  changed_at timestamptz not null
);

grant select, insert, update, delete on directory.app_versions, directory.maintenances, directory.promo_banners to frontdesk_app;
