-- For those who have a label: to count them, and to rename or take it away.
create index contacts_labels on contacts using gin (tenant_id, labels) where labels <> '{}';
