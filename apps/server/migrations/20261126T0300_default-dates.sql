-- Whether the date of a draft follows from the settings: it is computed again when the contact gets the document.
alter table payment_documents add column has_default_date boolean not null default false;
