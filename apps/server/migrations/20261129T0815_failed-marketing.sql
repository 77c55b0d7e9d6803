-- Recipients whose text failed are found from the texts that failed while their message was sent.
create index messages_failed_marketing on messages (tenant_id, created_at, id)
  where is_marketing and delivery_status in ('failed', 'undelivered');
