alter table users add column undo_send boolean not null default false;
