-- The minutely job and its table are named after what they do; queued runs under the old name would never be picked up.
alter table directory.hand_out rename to auto_assign_tenants;
alter index directory.hand_out_pkey rename to auto_assign_tenants_pkey;
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier in ('hand-out-conversations', 'hand-out-conversations-of-tenant');
  end if;
end
$$;
