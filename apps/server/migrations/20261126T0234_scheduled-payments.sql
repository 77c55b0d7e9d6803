-- The payment request or estimate that a scheduled message carries. It is sent when the message leaves.
alter table scheduled_messages add column payment_id uuid;
create index scheduled_messages_of_payment on scheduled_messages (tenant_id, payment_id) where payment_id is not null;
