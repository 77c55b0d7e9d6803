-- When the carrier has too much waiting, a text is sent again later, and texts to many are sent more slowly for a while.

-- Not sent before; null: as soon as possible. Texts behind it in the conversation do not wait for it.
alter table messages add column not_before timestamptz;

alter table send_budgets
  -- How often the rate is halved, as of `slowed_at`. It recovers step by step.
  add column slowdown smallint not null default 0,
  add column slowed_at timestamptz;
