-- Which job has a message at the carrier: an attempt of the same job that finds it knows that the earlier one was killed.
alter table messages add column claimed_by_job bigint;
