-- Automated texts that were sent and then deleted: they count towards the daily limit of their contact.
create table deleted_automated_texts (
  tenant_id uuid not null references tenants (tenant_id),
  message_id uuid not null,
  contact_phone text not null,
  sent_at timestamptz not null,
  primary key (tenant_id, message_id)
);
select directory.protect_tenant_table('deleted_automated_texts');
create index deleted_automated_texts_by_phone on deleted_automated_texts (tenant_id, contact_phone);
