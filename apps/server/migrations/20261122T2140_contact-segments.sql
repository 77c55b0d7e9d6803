-- Saved views are of the inbox or, as segments, of the list of contacts.
alter table conversation_views rename to saved_views;
alter index conversation_views_of_user rename to saved_views_of_user;
alter table saved_views add column list text not null default 'inbox' check (list in ('inbox', 'contacts'));
alter table saved_views alter column list drop default;
