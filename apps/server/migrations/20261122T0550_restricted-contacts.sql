-- Started from our side by someone who could not see the contact: seeing this conversation alone gives no right to the contact.
alter table conversations add column is_contact_restricted boolean not null default false;
