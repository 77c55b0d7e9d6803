-- Rows with the number of an earlier one are stored without it, so that the unique index finds them.
alter table contact_import_rows no force row level security;
update contact_import_rows set phone = null where outcome = 'duplicate';
alter table contact_import_rows force row level security;
drop index contact_import_rows_by_phone;
create unique index contact_import_rows_by_phone on contact_import_rows (tenant_id, import_id, phone) where phone is not null;
