-- Who last edited each field, and the value they gave it: { "email": { "by": …, "value": … } }. Shown to a teammate whose edit
-- came later. A field that something else has written since (an import, a merge) has another value.
alter table contacts add column edits jsonb not null default '{}';
