-- What a person has been notified of in one conversation, read or not, and what goes with a deleted conversation.
create index notifications_of_conversation on notifications (tenant_id, conversation_id, user_id, kind);
