-- Bulk actions on contacts, beside those on conversations.
alter table bulk_action_items rename column conversation_id to item_id;
-- What a change to contacts sets: tags, labels, or a location.
alter table bulk_actions add column input jsonb;
