-- When the file was released from what it was attached to, such as a scheduled message that was cancelled.
alter table files add column released_at timestamptz;
create index files_unattached on files (tenant_id, created_at)
  where message_id is null and scheduled_message_id is null and group_message_id is null and campaign_id is null and document_id is null;
