-- A business that is to be deleted, until its days of grace are over; then nothing of it is left, this row included.
create table account_deletions (
  tenant_id uuid primary key references tenants (tenant_id),
  requested_by uuid not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  delete_after timestamptz not null
);
select directory.protect_tenant_table('account_deletions');

create table account_exports (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  requested_by uuid not null,
  state text not null check (state in ('queued', 'ready', 'failed')),
  byte_size bigint,
  storage_key text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
select directory.protect_tenant_table('account_exports');
