-- Who put it out of the list last: it comes back unread for them.
alter table conversations add column snoozed_by uuid;
