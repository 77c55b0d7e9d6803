-- Where the notifications go on reading the log by themselves: where they stood with everything else.
insert into directory.event_readers (name, xid, event_id)
select 'notifications', xid, event_id from directory.event_readers where name = 'jobs';
