-- The cash sheet shows payouts on the day on which they are expected at the bank.
create index payment_payouts_by_arrival on payment_payouts (tenant_id, arrives_on);
