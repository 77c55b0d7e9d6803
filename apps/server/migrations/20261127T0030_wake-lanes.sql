-- Jobs that are due wake the lane that runs them (platform/jobs/due-jobs.ts): their names and numbers are notified. The
-- notification of graphile-worker itself says neither, so that each new job made every lane look for work.
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
