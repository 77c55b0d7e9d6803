-- A job that replaces one with its key was lost while a worker was just taking that one: graphile_worker.add_jobs did not see
-- yet that it was taken, and changed nothing once it was. It now waits for the worker, and adds a job of its own.
create or replace function jobs.enqueue(specs jsonb) returns void language sql security definer
set search_path = pg_catalog, pg_temp as $$
  select from graphile_worker._private_jobs
  where key in (
    select concat_ws(' ', spec -> 'payload' ->> 'tenantId', spec ->> 'jobKey')
    from jsonb_array_elements(specs) as spec
    where spec ->> 'jobKey' is not null
  )
  order by key
  for update;
  select graphile_worker.add_jobs(array(
    select row(
      spec ->> 'identifier', (spec -> 'payload')::json, spec ->> 'queueName',
      (spec ->> 'runAt')::timestamptz, (spec ->> 'maxAttempts')::smallint,
      case when spec ->> 'jobKey' is not null then concat_ws(' ', spec -> 'payload' ->> 'tenantId', spec ->> 'jobKey') end,
      null::smallint,
      case when spec -> 'payload' ->> 'tenantId' is not null then array['tenant:' || (spec -> 'payload' ->> 'tenantId')] end
    )::graphile_worker.job_spec
    from jsonb_array_elements(specs) as spec
  ));
  select pg_notify('jobs:due', json_object_agg(name, n)::text)
  from (
    select spec ->> 'identifier' as name, count(*) as n
    from jsonb_array_elements(specs) as spec
    where coalesce((spec ->> 'runAt')::timestamptz <= now(), true)
    group by 1
  ) due
  having count(*) > 0
$$;
