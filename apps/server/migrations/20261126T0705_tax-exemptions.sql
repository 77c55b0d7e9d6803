-- Why a contact pays no taxes, such as the number of a certificate; null: it does.
alter table contacts add column tax_exemption text;
