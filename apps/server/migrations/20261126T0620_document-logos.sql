-- Logos on payment documents, made by us from uploads. The setting names one; others were uploaded and not saved.
create table document_logos (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  storage_key text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select directory.protect_tenant_table('document_logos');
