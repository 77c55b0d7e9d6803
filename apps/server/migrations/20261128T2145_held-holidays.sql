-- The legal holiday at the contact because of which a recipient is held. Read while the recipient is held.
alter table group_recipients add column held_holiday text;
