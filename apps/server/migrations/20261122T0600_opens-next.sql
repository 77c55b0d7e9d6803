alter table users add column opens_next boolean not null default true;
