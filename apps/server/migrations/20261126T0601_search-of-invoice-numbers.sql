-- A search looks documents up by contact, number and invoice number, each in an index.
create index payment_documents_by_invoice_number on payment_documents (tenant_id, invoice_number);
