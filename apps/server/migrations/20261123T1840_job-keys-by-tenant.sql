-- Ids of messages and campaigns are chosen by clients, so that two businesses may use the same one: the key of a job names
-- its business too, or one would replace the job of the other.
create or replace function jobs.enqueue(specs jsonb) returns void language sql security definer
set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_jobs(array(
    select row(
      spec ->> 'identifier', (spec -> 'payload')::json, spec ->> 'queueName',
      (spec ->> 'runAt')::timestamptz, (spec ->> 'maxAttempts')::smallint,
      case when spec ->> 'jobKey' is not null then concat_ws(' ', spec -> 'payload' ->> 'tenantId', spec ->> 'jobKey') end,
      null::smallint,
      case when spec -> 'payload' ->> 'tenantId' is not null then array['tenant:' || (spec -> 'payload' ->> 'tenantId')] end
    )::graphile_worker.job_spec
    from jsonb_array_elements(specs) as spec
  ))
$$;

-- Jobs that wait already.
do $$ begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    update graphile_worker._private_jobs set key = concat_ws(' ', payload ->> 'tenantId', key)
    where key is not null and locked_at is null and payload ->> 'tenantId' is not null;
  end if;
end $$;

-- What the second person approved: whom the campaign was for, and how many they were.
alter table campaigns add column approved_audience jsonb, add column approved_recipients integer;
