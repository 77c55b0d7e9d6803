-- Parts of estimates use the US spelling of all other names.
alter table payment_documents drop constraint payment_documents_part_check;
update payment_documents set part = 'installment' where part = 'instalment';
alter table payment_documents add constraint payment_documents_part_check
  check (part in ('deposit', 'installment', 'remainder', 'change-order'));
