-- What a side panel shows of a thread: what was done, and what has files. Plain texts are in neither.
create index messages_of_updates on messages (tenant_id, conversation_id, index) where type = 'update';
create index messages_with_media on messages (tenant_id, conversation_id, index) where type not in ('text', 'note', 'update');
