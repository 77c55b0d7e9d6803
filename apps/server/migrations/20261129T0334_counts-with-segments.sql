-- Stored counts have no segments yet. They are counted again when they are next read.
alter table recipient_counts no force row level security;
delete from recipient_counts;
alter table recipient_counts force row level security;
