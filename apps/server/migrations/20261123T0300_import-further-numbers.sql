-- Further numbers and emails of the contacts of an import.
alter table contact_import_rows add column other_emails text[] not null default '{}';

create table contact_import_numbers (
  tenant_id uuid not null,
  import_id uuid not null,
  n integer not null,
  phone text not null,
  -- Its position among those of the row.
  position smallint not null,
  -- Null until the dry run has read all rows, because a later one may have the number as its main one. `add`: the import
  -- adds it; `added`: it did.
  state text check (state in ('add', 'added')),
  primary key (tenant_id, import_id, n, phone),
  foreign key (tenant_id, import_id, n) references contact_import_rows (tenant_id, import_id, n) on delete cascade
);
select directory.protect_tenant_table('contact_import_numbers');
create index contact_import_numbers_by_phone on contact_import_numbers (tenant_id, import_id, phone);
create index contact_import_numbers_undecided on contact_import_numbers (tenant_id, import_id, n) where state is null;
