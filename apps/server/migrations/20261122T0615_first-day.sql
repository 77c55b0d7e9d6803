-- The checklist of the first day was dismissed, for everyone in the business.
alter table tenants add column first_day_dismissed_at timestamptz;

-- Businesses that are already at work do not need it.
update tenants set first_day_dismissed_at = now();
