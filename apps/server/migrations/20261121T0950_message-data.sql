-- What a message holds beside its text, by its type: the attributes of `Message` in the contract that only some have.
alter table messages add column data jsonb;
