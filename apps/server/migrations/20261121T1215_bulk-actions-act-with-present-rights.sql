-- Whoever began it is looked up for every batch, with the rights of that moment.
alter table bulk_actions drop column actor;
