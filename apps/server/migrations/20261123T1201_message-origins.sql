-- Why a message was sent, as far as it cannot be derived later.

-- What the send gate took into account when it let the message pass, what held it before, and what an automatic message
-- answers. Null for what a teammate wrote and sent, and for messages from before it was recorded.
alter table messages add column origin jsonb;

-- The rules that selected the recipients, in the order of `part`, as they were when they were collected.
alter table group_messages add column audience jsonb;

-- The rule that selected the recipient, the first of several; null if it was not recorded.
alter table group_recipients add column part smallint;
