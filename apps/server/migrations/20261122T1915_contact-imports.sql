-- Imports of contacts from files.

create table contact_imports (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  user_id uuid not null,
  state text not null check (state in (
    'uploading', 'read', 'checking', 'ready', 'failed', 'importing', 'done', 'stopped', 'undoing', 'undone', 'discarded'
  )),
  file_name text not null,
  byte_size integer not null,
  -- Sizes of the uploaded parts, in order; empty when the file has been deleted.
  parts integer[] not null default '{}',
  -- Encoding, delimiter and kind of the file, as detected.
  format jsonb,
  columns jsonb not null default '[]',
  -- The titles of the columns; the next file with the same ones gets the same mapping.
  header_key text,
  has_header boolean not null default true,
  mapping jsonb not null default '[]',
  mode text not null default 'create-and-update' check (mode in ('create-and-update', 'create', 'update')),
  location_id uuid,
  tags text[] not null default '{}',
  -- The present dry run: one that was stopped must not add its rows to the next.
  check_id uuid,
  problem jsonb,
  counts jsonb not null default '{}',
  -- The row up to which the present job has worked.
  checkpoint integer not null default 0,
  total integer not null default 0,
  processed integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  undone integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select directory.protect_tenant_table('contact_imports');
create index contact_imports_by_time on contact_imports (tenant_id, created_at);
create index contact_imports_by_header on contact_imports (tenant_id, header_key, created_at) where header_key is not null;

-- The rows of a file, as the dry run read them.
create table contact_import_rows (
  tenant_id uuid not null,
  import_id uuid not null,
  -- Its number in the file, as a spreadsheet shows it.
  n integer not null,
  outcome text not null check (outcome in (
    'new', 'update', 'unchanged', 'duplicate', 'bad-phone', 'foreign-phone', 'no-phone', 'blank', 'skipped'
  )),
  is_applied boolean not null default false,
  phone text,
  country_code text,
  name text not null default '',
  email citext,
  birth_date date,
  tags text[] not null default '{}',
  labels text[] not null default '{}',
  -- Values left out because they are not valid: names of fields.
  warnings text[] not null default '{}',
  -- The cells of a row that is not imported as it is.
  cells text[],
  -- The id of the contact: the one it gets, or has.
  contact_id uuid not null,
  -- What an update replaced, and what it wrote.
  before jsonb,
  after jsonb,
  primary key (tenant_id, import_id, n),
  foreign key (tenant_id, import_id) references contact_imports (tenant_id, id) on delete cascade
);
select directory.protect_tenant_table('contact_import_rows');
create index contact_import_rows_by_phone on contact_import_rows (tenant_id, import_id, phone) where phone is not null;
create index contact_import_rows_with_problem on contact_import_rows (tenant_id, import_id, n) where cells is not null;
