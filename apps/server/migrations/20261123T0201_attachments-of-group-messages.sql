-- Files of a message to many: stored once, with a row for each message that has them.
alter table files add column group_message_id uuid;
alter table files add foreign key (tenant_id, group_message_id) references group_messages (tenant_id, id) on delete cascade;
create index files_of_group_message on files (tenant_id, group_message_id, position) where group_message_id is not null;
-- The file whose contents this one has; its own storage_key is null.
alter table files add column contents_of uuid;
alter table files add foreign key (tenant_id, contents_of) references files (tenant_id, id);
create index files_with_contents_of on files (tenant_id, contents_of) where contents_of is not null;

-- Until then its author can undo it; null: it was sent at once.
alter table group_messages add column starts_at timestamptz;
alter table group_messages drop constraint group_messages_state_check;
alter table group_messages add constraint group_messages_state_check check (state in ('running', 'stopped', 'done', 'undone'));
-- Its recipients are still being stored, in batches; it is sent afterwards.
alter table group_messages add column is_collecting boolean not null default false;

-- Contacts are still being added, in batches.
alter table groups add column is_adding_members boolean not null default false;
