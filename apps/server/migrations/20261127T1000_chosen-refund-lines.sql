-- The lines that were chosen for a refund, so that a repeated request is recognized; null: an amount was entered.
alter table payment_refunds add column chosen_lines jsonb;
