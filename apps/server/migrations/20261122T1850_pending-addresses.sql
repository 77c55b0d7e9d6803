-- Sign-in also looks for logins whose address is only pending.
create index logins_pending_email on directory.logins (pending_email) where pending_email is not null;
