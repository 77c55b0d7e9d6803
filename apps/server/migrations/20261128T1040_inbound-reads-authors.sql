-- An opt-out closes a conversation only if no teammate has written in it.
grant select (tenant_id, conversation_id, is_outgoing, purpose, author_user_id) on messages to frontdesk_inbound;
