-- Recipients of the message when counting started, also those whose contacts the viewer may not see.
alter table recipient_counts add column total integer;
