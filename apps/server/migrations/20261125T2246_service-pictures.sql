-- Pictures of services, made by us from uploads. One that no service shows was uploaded and not saved.
create table service_pictures (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  storage_key text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select directory.protect_tenant_table('service_pictures');

alter table booking_services
  add column picture_id uuid,
  add foreign key (tenant_id, picture_id) references service_pictures (tenant_id, id);
