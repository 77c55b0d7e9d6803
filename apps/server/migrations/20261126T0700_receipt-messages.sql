-- The text with the receipt of a charge to a card on file: one that does not arrive is mailed.
alter table payment_charges add column receipt_message_id uuid;
create index payment_charges_receipt on payment_charges (tenant_id, receipt_message_id)
  where receipt_message_id is not null;

-- One-sided, so that a reference to a visit of another business is refused as such.
do $$
declare present text;
begin
  select conname into present from pg_constraint
  where conrelid = 'payment_documents'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%booking_id IS NULL) = (booking_part IS NULL%';
  execute format('alter table payment_documents drop constraint %I', present);
end $$;
alter table payment_documents add constraint payment_documents_booking check (booking_part is null or booking_id is not null);
