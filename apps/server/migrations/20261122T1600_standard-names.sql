-- Names that say what is stored. Indexes, keys and policies follow renamed columns; those with an old name are renamed too.

alter table messages rename column handled_at to dismissed_at;
alter table merged_conversations rename column was to former_row;
alter table link_previews rename column asked_at to requested_at;

-- When a teammate was last assigned a conversation by round robin; the least recent one is next.
alter table assignment_turns rename to last_assignments;
alter index assignment_turns_pkey rename to last_assignments_pkey;
alter table last_assignments rename constraint assignment_turns_tenant_id_user_id_fkey to last_assignments_tenant_id_user_id_fkey;

alter index mails_once rename to mails_dedupe_key;
alter index number_lookups_by_time rename to number_lookups_looked_up_at;
alter index bulk_action_items_to_do rename to bulk_action_items_not_done;
