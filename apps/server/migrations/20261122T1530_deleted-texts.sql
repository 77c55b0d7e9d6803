-- Inbound texts of deleted conversations, by the carrier's id. The carrier lists them for a day, and may deliver their
-- webhook again; neither may bring them back.
create table deleted_texts (
  tenant_id uuid not null references tenants (tenant_id),
  provider_sid text not null,
  deleted_at timestamptz not null,
  primary key (tenant_id, provider_sid)
);
select directory.protect_tenant_table('deleted_texts');
-- The statement that stores texts checks them, for several tenants at once (frontdesk_inbound).
create policy inbound on deleted_texts to frontdesk_inbound
  using (strpos(current_setting('app.tenant_ids', true), tenant_id::text) > 0);
grant select on deleted_texts to frontdesk_inbound;
