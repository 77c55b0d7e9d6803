-- Stored values that name a change, an event or an update, and payloads of queued jobs, in standard terms.

-- Forced row level security hides all rows from an owner who is not a superuser.
alter table messages no force row level security;
alter table events no force row level security;
alter table bulk_actions no force row level security;

update messages set data = jsonb_set(data, '{update,kind}', '"unsnoozed"')
where type = 'update' and data #>> '{update,kind}' = 'woken';
update messages set data = jsonb_set(data, '{update,kind}', '"reported"')
where type = 'update' and data #>> '{update,kind}' = 'told';

update events set type = case type
  when 'conversation.woken' then 'conversation.unsnoozed'
  when 'conversation.told' then 'conversation.update-added'
  else 'message.failure-dismissed'
end
where type in ('conversation.woken', 'conversation.told', 'message.failure-handled');

update bulk_actions set change = 'unsnooze' where change = 'wake';

alter table messages force row level security;
alter table events force row level security;
alter table bulk_actions force row level security;

-- Queued jobs keep their time: the task, the key that a later snooze replaces it by, and the counted requests.
update graphile_worker._private_tasks set identifier = 'unsnooze-due' where identifier = 'wake-snoozed';
update graphile_worker._private_jobs set key = 'unsnooze:' || substr(key, length('wake:') + 1) where key like 'wake:%';
update graphile_worker._private_jobs j
set payload = ((j.payload::jsonb - 'asked') || jsonb_build_object('attempts', j.payload::jsonb -> 'asked'))::json
from graphile_worker._private_tasks t
where t.id = j.task_id and t.identifier in ('settle-delivery', 'preview-link') and j.payload::jsonb ? 'asked';
