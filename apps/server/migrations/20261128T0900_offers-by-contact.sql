-- A number may be sent in another conversation than that of the offer.
create index booking_offers_of_contact on booking_offers (tenant_id, contact_id, shown_at);
