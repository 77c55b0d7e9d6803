-- News that is about no conversation: a teammate joined. Its message_id is then the teammate's id.
alter table notifications alter column conversation_id drop not null;
