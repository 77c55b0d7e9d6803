-- How a refund is spread over the lines of its document; null: of earlier versions, which stored the sums only.
alter table payment_refunds add column lines jsonb;
-- The lines that a waiting refund is for; null: an amount was entered.
alter table payment_refund_requests add column lines jsonb;
