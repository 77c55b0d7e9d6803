-- How a teammate chose to read the file of an import; null: as detected.
alter table contact_imports
  add column encoding text,
  add column delimiter text;
