-- Names that say what they hold.

-- The position in `group_messages.audience` of the rule that selected the recipient.
alter table group_recipients rename column part to rule_index;

-- How often the rate is halved, as of `throttled_at`. It recovers step by step.
alter table send_budgets rename column slowdown to throttle_level;
alter table send_budgets rename column slowed_at to throttled_at;

-- Queued jobs run under their new name.
update graphile_worker._private_tasks set identifier = 'throttle-sending' where identifier = 'slow-down-sending';
