-- Why a payment failed, as a code that screens have words for.
alter table payment_activities add column failure_code text;
