-- What a location tells about itself beyond its name and address (spec section 3).
alter table locations
  add column place_id text,
  add column url text,
  add column google_review_url text,
  add column website text,
  -- The one customers know; our own numbers stand in phone_numbers.
  add column location_phone_number text,
  add column version integer not null default 1;
