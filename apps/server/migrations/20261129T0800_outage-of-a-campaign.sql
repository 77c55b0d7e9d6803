-- When the last outage of a text of a campaign ended. A text that the carrier turns out to have refused before then, and
-- that was due long before, is not sent without asking. Null: none, or a teammate decided to send since.
alter table group_messages add column outage_ended_at timestamptz;
