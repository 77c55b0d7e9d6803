-- The contacts that opted out, for the filter of the list.
create index opt_outs_of_everything on opt_outs (tenant_id, contact_phone) where is_opted_out;
create index opt_outs_of_marketing on opt_outs (tenant_id, contact_phone) where is_marketing_opted_out;
