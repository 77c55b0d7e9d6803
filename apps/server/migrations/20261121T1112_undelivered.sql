-- Somebody dealt with a message that did not arrive, in whatever way: it leaves the tray of undelivered ones.
alter table messages add column handled_at timestamptz;
create index messages_undelivered on messages (tenant_id, created_at, id)
  where delivery_status in ('failed', 'undelivered') and handled_at is null;
