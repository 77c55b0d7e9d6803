-- Texts that are part of a message to many: they wait in a lane of their own and respect quiet hours.
alter table messages drop constraint messages_purpose_check;
alter table messages add constraint messages_purpose_check
  check (purpose in ('conversation', 'automatic', 'keyword-answer')) not valid;
alter table messages validate constraint messages_purpose_check;
