alter table booking_offers rename column misunderstandings to unmatched_replies;
alter table booking_offers drop constraint booking_offers_state_check;
update booking_offers set state = 'accepted' where state = 'taken';
alter table booking_offers
  add constraint booking_offers_state_check
  check (state in ('open', 'accepted', 'declined', 'expired', 'replaced', 'handed-over'));
