-- Until when canceling refunds at least, after the team moved the visit.
alter table bookings add column refund_grace_until timestamptz;
