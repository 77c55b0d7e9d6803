-- What a business sent this month. Inbound texts don't write it, and delivery reports don't change it.
create index messages_sent_by_time on messages (tenant_id, created_at) where is_outgoing and type in ('text', 'media');
