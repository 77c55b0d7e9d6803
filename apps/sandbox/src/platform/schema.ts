/** Times are milliseconds since 1970. `phone` is always the contact's number, `number` the business's. */
export const SCHEMA = `
create table if not exists accounts (
  sid text primary key,
  authToken text not null,
  friendlyName text not null,
  createdAt integer not null
) strict;

create table if not exists numbers (
  sid text primary key,
  accountSid text not null references accounts (sid),
  phoneNumber text not null unique,
  friendlyName text not null,
  smsUrl text not null default '',
  smsMethod text not null default 'POST',
  smsFallbackUrl text not null default '',
  smsFallbackMethod text not null default 'POST',
  voiceUrl text,
  voiceMethod text not null default 'POST',
  statusCallback text not null default '',
  statusCallbackMethod text not null default 'POST',
  createdAt integer not null,
  updatedAt integer not null
) strict;
create index if not exists numbers_by_account on numbers (accountSid, createdAt);

create table if not exists registrations (
  serviceSid text primary key,
  accountSid text not null references accounts (sid),
  numberSid text not null unique references numbers (sid) on delete cascade,
  brandSid text not null unique,
  brandStatus text not null,
  campaignSid text not null,
  campaignStatus text not null,
  useCase text not null,
  errors text not null default '[]',
  createdAt integer not null
) strict;
create index if not exists registrations_by_account on registrations (accountSid, createdAt);

create table if not exists phones (
  phone text primary key,
  name text not null default '',
  lineType text not null default 'mobile',
  lastMessageId integer not null default 0,
  createdAt integer not null
) strict;
create index if not exists phones_by_activity on phones (lastMessageId, createdAt);

create table if not exists messages (
  id integer primary key autoincrement,
  sid text not null unique,
  accountSid text not null,
  phone text not null,
  number text not null,
  direction text not null,
  body text not null,
  status text not null,
  errorCode integer,
  numSegments integer not null,
  numMedia integer not null,
  mediaUrls text not null default '[]',
  statusCallback text,
  outcomeCode integer,
  nextAt integer,
  sentAt integer,
  deletedAt integer,
  createdAt integer not null,
  updatedAt integer not null
) strict;
create index if not exists messages_by_account on messages (accountSid, id);
create index if not exists messages_by_phone on messages (phone, id);
drop index if exists messages_under_way;
create index if not exists messages_in_flight on messages (nextAt) where nextAt is not null;

create table if not exists media (
  sid text primary key,
  messageSid text,
  position integer not null default 0,
  contentType text not null,
  content blob not null,
  createdAt integer not null
) strict;
create index if not exists media_by_message on media (messageSid, position);

create table if not exists opt_outs (
  phone text not null,
  number text not null,
  createdAt integer not null,
  primary key (phone, number)
) strict, without rowid;

create table if not exists faults (
  id integer primary key autoincrement,
  kind text not null,
  target text not null,
  code integer,
  ms integer,
  phone text,
  number text,
  accountSid text,
  times integer,
  hits integer not null default 0,
  createdAt integer not null
) strict;

create table if not exists webhooks (
  id integer primary key autoincrement,
  token text not null,
  kind text not null,
  lane text not null,
  accountSid text not null,
  messageSid text not null,
  url text not null,
  method text not null,
  fallbackUrl text,
  fallbackMethod text,
  parameters text not null,
  fault text,
  state text not null,
  attempts integer not null default 0,
  notBefore integer not null,
  responseStatus integer,
  error text,
  createdAt integer not null,
  finishedAt integer
) strict;
create index if not exists webhooks_pending on webhooks (id) where state in ('pending', 'held');
create index if not exists webhooks_by_message on webhooks (messageSid);

create table if not exists mails (
  id integer primary key autoincrement,
  messageId text not null,
  sender text not null,
  recipients text not null,
  subject text not null,
  text text not null,
  html text,
  createdAt integer not null
) strict;
create table if not exists mail_recipients (
  address text not null,
  mailId integer not null references mails (id),
  primary key (address, mailId)
) strict, without rowid;

create table if not exists mail_attachments (
  mailId integer not null references mails (id),
  position integer not null,
  filename text not null,
  contentType text not null,
  content text not null,
  primary key (mailId, position)
) strict, without rowid;

create table if not exists model_requests (
  id integer primary key autoincrement,
  requestId text not null,
  wantedText text,
  wantedLanguage text,
  request text not null,
  faults text not null default '[]',
  status integer,
  answer text,
  createdAt integer not null,
  answeredAt integer
) strict;

create table if not exists google_accounts (
  email text primary key,
  createdAt integer not null
) strict, without rowid;

create table if not exists google_codes (
  code text primary key,
  email text not null references google_accounts (email),
  clientId text not null,
  redirectUri text not null,
  scope text not null,
  expiresAt integer not null
) strict, without rowid;

create table if not exists google_grants (
  refreshToken text primary key,
  email text not null references google_accounts (email),
  clientId text not null,
  scope text not null,
  revokedAt integer
) strict, without rowid;

create table if not exists google_access_tokens (
  token text primary key,
  refreshToken text not null references google_grants (refreshToken),
  expiresAt integer not null
) strict, without rowid;

create table if not exists google_calendars (
  id text primary key,
  email text not null references google_accounts (email),
  summary text not null,
  timeZone text not null,
  color text not null,
  accessRole text not null,
  position integer not null
) strict, without rowid;

create table if not exists google_events (
  calendarId text not null references google_calendars (id),
  id text not null,
  change integer not null,
  body text not null,
  primary key (calendarId, id)
) strict, without rowid;
create index if not exists google_events_by_change on google_events (calendarId, change);

create table if not exists google_channels (
  id text primary key,
  calendarId text not null references google_calendars (id),
  resourceId text not null,
  token text not null,
  address text not null,
  expiresAt integer not null,
  lastNumber integer not null default 0
) strict, without rowid;

create table if not exists stripe_objects (
  position integer primary key autoincrement,
  id text not null unique,
  accountId text not null,
  kind text not null,
  body text not null,
  memo text not null default '{}'
) strict;
create index if not exists stripe_objects_by_kind on stripe_objects (accountId, kind, position);
create index if not exists stripe_objects_by_intent on stripe_objects (body ->> '$.payment_intent')
  where kind in ('charge', 'refund', 'checkout.session', 'dispute');

create table if not exists stripe_requests (
  accountId text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  body text not null,
  createdAt integer not null,
  primary key (accountId, key)
) strict, without rowid;

create table if not exists stripe_links (
  token text primary key,
  accountId text not null,
  returnUrl text not null,
  refreshUrl text not null,
  expiresAt integer not null,
  openedAt integer,
  submittedAt integer
) strict, without rowid;

create table if not exists stripe_due (
  accountId text not null,
  kind text not null,
  objectId text not null,
  dueAt integer not null,
  primary key (accountId, kind, objectId)
) strict, without rowid;

create table if not exists stripe_deliveries (
  id integer primary key autoincrement,
  eventId text not null,
  accountId text not null,
  fault text,
  state text not null,
  attempts integer not null default 0,
  statuses text not null default '[]',
  createdAt integer not null,
  finishedAt integer
) strict;
create index if not exists stripe_deliveries_pending on stripe_deliveries (id) where state in ('pending', 'held');
create index if not exists stripe_deliveries_by_event on stripe_deliveries (eventId);

create table if not exists stripe_faults (
  id integer primary key autoincrement,
  kind text not null,
  accountId text,
  path text,
  type text,
  code integer,
  ms integer,
  times integer,
  hits integer not null default 0
) strict;

create table if not exists settings (
  name text primary key,
  value text not null
) strict, without rowid;
`
