-- The locations whose things an entry names; null: it is about the business. Read only by those who have all of them.
alter table audit_entries add column location_ids uuid[];
