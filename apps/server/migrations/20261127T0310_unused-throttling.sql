-- Each number is throttled on its own since 20261126T1210; nothing reads or writes these.
alter table send_budgets drop column throttle_level, drop column throttled_at;
