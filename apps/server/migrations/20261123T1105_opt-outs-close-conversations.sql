-- The statement that stores texts closes conversations of opt-outs, which automations then leave closed.
grant update (closed_at) on conversations to frontdesk_inbound;
