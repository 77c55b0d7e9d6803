-- The payment document whose PDF an email carries; it is drawn when the email is sent.
alter table mails
  add column attached_document_id uuid,
  add foreign key (tenant_id, attached_document_id) references payment_documents (tenant_id, id);
