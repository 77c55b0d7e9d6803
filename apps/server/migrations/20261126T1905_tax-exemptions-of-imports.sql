alter table contact_import_rows add column tax_exemption text;
