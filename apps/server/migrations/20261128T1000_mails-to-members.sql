-- The member to whom it tells about contacts; not sent once they have been removed.
alter table mails add column user_id uuid;
alter table mails add foreign key (tenant_id, user_id) references users (tenant_id, id);
