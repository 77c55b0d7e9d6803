-- How far an import has written says which rows are applied, without an update of each row.
alter table contact_import_rows drop column is_applied;
alter table contact_imports add column written_up_to integer not null default 0;
