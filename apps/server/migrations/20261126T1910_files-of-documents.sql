-- The payment document that a file was attached to first; its parts and later versions have it too.
alter table files add column document_id uuid;
alter table files add foreign key (tenant_id, document_id) references payment_documents (tenant_id, id);
create index files_of_document on files (tenant_id, document_id) where document_id is not null;
-- In order. A version is written once, so they stay what the contact agreed to.
alter table payment_document_versions add column file_ids uuid[] not null default '{}';
