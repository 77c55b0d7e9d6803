-- Set for a reminder that a teammate cancelled: moving or changing its visit plans no other one of its kind.
alter table scheduled_messages add column stays_cancelled boolean not null default false;
