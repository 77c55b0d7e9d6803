-- A bulk action on all contacts that match stores them batch by batch, so that no transaction is long.
alter table bulk_actions
  -- Which contacts it is for, until all are stored.
  add column criteria jsonb,
  -- The last stored item, while there may be more: of the contacts that match, or of the action that is undone.
  add column collected_after uuid;
