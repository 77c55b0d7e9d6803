-- Days from the due date to a reminder of a payment request: one that a teammate cancelled is not planned again.
alter table scheduled_messages add column reminder_days integer;
