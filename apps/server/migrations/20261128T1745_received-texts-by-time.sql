-- Those who replied to a message with many recipients are found from the texts that arrived after it.
create index messages_received_by_time on messages (tenant_id, created_at, id)
  where not is_outgoing and type in ('text', 'media');
