-- A merge shows the contact of the conversation it goes into to everyone who sees that conversation. An unmerge hides it again
-- if it was hidden.
alter table merged_conversations add column has_lifted_restriction boolean not null default false;
