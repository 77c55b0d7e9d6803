-- The mail that carries a member's invitation, to tell whether it gets away. No foreign key: mails are cleared on their own.
alter table users add column invite_mail_id uuid;
