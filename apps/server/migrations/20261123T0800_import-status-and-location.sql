-- The status and the location that rows of an import name.
alter table contact_import_rows
  add column status_key text,
  -- Of a new contact; null: the one chosen for the import.
  add column location_id uuid;
