-- Since when a purchase of a number is running; a business buys one at a time, so that it stays within its plan.
alter table tenants add column purchase_started_at timestamptz;
