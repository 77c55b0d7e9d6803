-- Saved views are also of the list of bookings.
alter table saved_views drop constraint saved_views_list_check;
alter table saved_views add constraint saved_views_list_check check (list in ('inbox', 'contacts', 'bookings'));
