-- People who agreed to marketing texts, by number: how and when they joined, and what a double opt-in asked. Whether they
-- may be texted is in the ledger of consent and in opt_outs; `state` follows them, so that lists have an order to walk in.
create table subscribers (
  tenant_id uuid not null references tenants (tenant_id),
  phone text not null,
  -- `removed`: deleted from the list. The row stays, so that they are never asked twice.
  state text not null check (state in ('pending', 'subscribed', 'unsubscribed', 'removed')),
  source text not null check (source in ('keyword', 'first-text', 'text', 'teammate', 'import')),
  -- Our number that they texted, and the keyword.
  tenant_phone text,
  keyword text,
  -- The text that asked them, as they got it.
  question text,
  -- While pending: when they were asked.
  joined_at timestamptz not null,
  left_at timestamptz,
  primary key (tenant_id, phone)
);
select directory.protect_tenant_table('subscribers');
create index subscribers_by_time on subscribers (tenant_id, state, joined_at, phone);

-- Opt-in keywords: a text with nothing but the word subscribes to marketing texts.
create table opt_in_keywords (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  -- The number of ours that it is texted to.
  tenant_phone text not null,
  -- In capitals, without accents.
  keyword text not null,
  -- Null: the texts of the marketing settings.
  reply_text text,
  question_text text,
  is_double_opt_in boolean not null,
  is_enabled boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint opt_in_keywords_unique unique (tenant_id, tenant_phone, keyword)
);
select directory.protect_tenant_table('opt_in_keywords');

-- `teammate`: a teammate removed the person from the subscribers.
alter table consent_events drop constraint consent_events_source_check;
alter table consent_events add constraint consent_events_source_check check (source in (
  'text', 'carrier', 'phone-call', 'in-person', 'paper-form', 'email', 'web-page', 'import', 'teammate'
)) not valid;
alter table consent_events validate constraint consent_events_source_check;

-- People who agreed before there was a list of them.
alter table subscribers no force row level security;
alter table consent_events no force row level security;
alter table opt_outs no force row level security;
insert into subscribers (tenant_id, phone, state, source, tenant_phone, joined_at, left_at)
select e.tenant_id, e.contact_phone, case when o.is_in then 'subscribed' else 'unsubscribed' end,
  case e.source when 'text' then 'text' when 'carrier' then 'text' when 'import' then 'import' else 'teammate' end,
  e.tenant_phone, e.created_at, case when not o.is_in then o.updated_at end
from (
  select distinct on (tenant_id, contact_phone) tenant_id, contact_phone, source, tenant_phone, created_at
  from consent_events where kind = 'opt-in' and purpose <> 'service'
  order by tenant_id, contact_phone, created_at desc
) e
join (
  select tenant_id, contact_phone, max(updated_at) as updated_at,
    bool_or(is_opted_out or is_marketing_opted_out) as is_out,
    bool_or(is_marketing_opted_out is false and is_opted_out is not true)
      and (bool_or(is_marketing_opted_out is false and is_opted_out is not true and tenant_phone <> '')
        or not coalesce(bool_or(is_opted_out or is_marketing_opted_out), false)) as is_in
  from opt_outs group by tenant_id, contact_phone
) o on o.tenant_id = e.tenant_id and o.contact_phone = e.contact_phone
where o.is_in or o.is_out;
alter table subscribers force row level security;
alter table consent_events force row level security;
alter table opt_outs force row level security;
