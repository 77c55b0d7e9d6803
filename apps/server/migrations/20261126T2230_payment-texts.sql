-- The text about a charge, which is a receipt or a link to pay: what the carrier does not deliver is mailed.
alter table payment_charges rename column receipt_message_id to text_message_id;
alter index payment_charges_receipt rename to payment_charges_text;
