import { loadModule } from 'libpg-query'
import { beforeAll, expect, test } from 'vitest'
import { findRoutingFaults } from './find-routing-faults.ts'

beforeAll(loadModule)

const catalog = {
  tenantTables: new Set(['messages', 'contacts', 'conversations', 'settings']),
  mutableFunctions: new Set(['now']),
}
const faultsOf = (text: string) => findRoutingFaults(text, catalog)

test.each([
  ['a parameter', 'select id from messages where tenant_id = $1 and id = $2'],
  ['a literal with a type', "select id from messages m where m.tenant_id = '…'::uuid"],
  ['a row', 'select id from messages where (tenant_id, id) = ($1, $2)'],
  [
    'a join via the other side',
    'select from messages m join contacts c on c.tenant_id = m.tenant_id where m.tenant_id = $1',
  ],
  ['a join using', 'select from messages m join contacts c using (tenant_id, id) where m.tenant_id = $1'],
  [
    'an outer join',
    'select from messages m left join contacts c on c.tenant_id = m.tenant_id and c.id = m.id where m.tenant_id = $1',
  ],
  [
    'a subquery that repeats the tenant',
    'select (select name from contacts c where c.tenant_id = $1 and c.id = m.id) from messages m where m.tenant_id = $1',
  ],
  [
    'a common table expression of the same name',
    'with messages as (select id from contacts where tenant_id = $1) select * from messages',
  ],
  [
    'both parts of a union',
    'select id from messages where tenant_id = $1 union all select id from contacts where tenant_id = $1',
  ],
  [
    'an insert',
    'insert into contacts (id, tenant_id) values ($1, $2), ($3, $2) on conflict (tenant_id, id) do update set at = $4',
  ],
  [
    'an insert that selects',
    'insert into contacts (tenant_id, id) select tenant_id, id from messages where tenant_id = $1',
  ],
  [
    'an update from another table',
    'update contacts c set name = m.body from messages m where m.tenant_id = $1 and c.tenant_id = m.tenant_id',
  ],
  ['a delete', 'delete from contacts where tenant_id = $1'],
  ['a table of the directory', 'select * from directory.logins where email = $1'],
  ['a queue of one tenant', 'select id from messages where tenant_id = $1 for update skip locked'],
  ['an advisory lock on its own', 'select pg_advisory_xact_lock($1)'],
])('%s can be routed', (_what, text) => {
  expect(faultsOf(text)).toEqual([])
})

test.each([
  ['no tenant', 'select id from messages where id = $1', 'does not name the tenant of messages'],
  [
    'the setting of the transaction',
    "select id from messages where tenant_id = current_setting('app.tenant_id')::uuid",
    'does not name the tenant of messages',
  ],
  [
    'one of two tenants',
    'select id from messages where tenant_id = $1 or tenant_id = $2',
    'does not name the tenant of messages',
  ],
  ['several tenants', 'select id from messages where tenant_id = any($1)', 'does not name the tenant of messages'],
  [
    'one side of a join',
    'select from messages m join contacts c on c.id = m.contact_id where m.tenant_id = $1',
    'does not name the tenant of contacts (c)',
  ],
  [
    'the kept side of an outer join',
    'select from messages m left join contacts c on c.tenant_id = m.tenant_id and c.tenant_id = $1',
    'does not name the tenant of messages (m)',
  ],
  [
    'a subquery that refers to the outer query',
    'select (select name from contacts c where c.tenant_id = m.tenant_id) from messages m where m.tenant_id = $1',
    'does not name the tenant of contacts (c)',
  ],
  [
    'one part of a union',
    'select id from messages where tenant_id = $1 union select id from contacts',
    'does not name the tenant of contacts',
  ],
  [
    'a data-modifying part',
    'with deleted as (delete from messages returning id) select from contacts where tenant_id = $1',
    'does not name the tenant of messages',
  ],
  [
    'a common table expression named after its own table',
    'with messages as (select id from messages) select * from messages',
    'does not name the tenant of messages',
  ],
  [
    'a common table expression inside a subquery',
    'select (with c as (select id from contacts) select count(*) from c) from messages where tenant_id = $1',
    'does not name the tenant of contacts',
  ],
  ['a deletion', 'delete from messages where created_at < $1', 'does not name the tenant of messages'],
  [
    'an insert by JSON',
    'insert into contacts (tenant_id, id) select r.tenant_id, r.id from jsonb_to_recordset($1) as r (tenant_id uuid, id uuid)',
    'inserts into contacts without naming its tenant',
  ],
  [
    'an insert without columns',
    'insert into contacts values ($1, $2)',
    'inserts into contacts without naming its tenant',
  ],
  [
    'a subquery as a value',
    'insert into contacts (tenant_id, n) values ($1, (select count(*) from messages where tenant_id = $1))',
    'inserts a subquery into contacts as a value',
  ],
  [
    'the time of the database on a conflict',
    'insert into contacts (tenant_id, id) values ($1, $2) on conflict (tenant_id, id) do update set at = now()',
    'updates contacts on conflict with a function that is not immutable',
  ],
  [
    'the current time on a conflict',
    'insert into contacts (tenant_id, id) values ($1, $2) on conflict (tenant_id, id) do update set at = current_timestamp',
    'updates contacts on conflict with a function that is not immutable',
  ],
  [
    'an advisory lock beside a table',
    'select pg_advisory_xact_lock(id) from settings where tenant_id = $1',
    'takes an advisory lock beside settings',
  ],
  ['a queue across tenants', 'select id from messages for update skip locked', 'does not name the tenant of messages'],
])('%s cannot be routed', (_what, text, fault) => {
  expect(faultsOf(text)).toEqual([fault])
})
