-- Folders of a location. A key is the same folder wherever several locations are shown together.
create table folders (
  tenant_id uuid not null,
  location_id uuid not null,
  key text not null,
  name text not null,
  position integer not null,
  created_at timestamptz not null,
  primary key (tenant_id, location_id, key),
  foreign key (tenant_id, location_id) references locations (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('folders');
create unique index folders_name on folders (tenant_id, location_id, lower(name));

-- Row level security holds back an owner that is no superuser.
alter table locations no force row level security;
alter table folders no force row level security;
insert into folders (tenant_id, location_id, key, name, position, created_at)
select l.tenant_id, l.id, d.key, d.name, d.position, now()
from locations l
cross join (values
  ('new', 'Waiting Response', 1), ('review-invite', 'Review Invite Sent', 2), ('campaigns', 'Campaigns', 3), ('reviews', 'Reviews', 4)
) as d (key, name, position);
alter table folders force row level security;
alter table locations force row level security;

-- Partial, so that a text that comes into the default folder keeps no index more.
create index conversations_in_folder on conversations (tenant_id, folder, is_closed, sorted_at, id) where folder <> 'new';
create index conversations_with_status on conversations (tenant_id, status_key, is_closed, sorted_at, id) where status_key is not null;

-- Kept by the features that set them; the lists ask for them already.
alter table conversations
  add column is_ai_employee_enabled boolean not null default false,
  add column has_sent_review_invite boolean not null default false;
