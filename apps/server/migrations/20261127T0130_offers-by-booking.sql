-- The offer whose time is released when its contact does not pay.
create index booking_offers_of_booking on booking_offers (tenant_id, booking_id) where booking_id is not null;
