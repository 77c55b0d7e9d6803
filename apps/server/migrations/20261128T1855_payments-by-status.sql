-- The newest documents of a rare status, without reading all newer ones.
create index payment_documents_by_status_and_creation on payment_documents (tenant_id, status, created_at, id);
