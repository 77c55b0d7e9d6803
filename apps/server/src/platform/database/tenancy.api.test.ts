import { contract } from '@frontdesk/contract/api'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { createPng } from '../../testing/files.ts'
import { findTenancyFaults } from '../../testing/find-tenancy-faults.ts'
import { newPhone, startTestInstance, type Tenant, type TestInstance } from '../../testing/test-instance.ts'

let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance({ hasOwnStatements: true })
})
afterAll(() => instance.close())

/** Runs `work` in a transaction that is rolled back. */
async function inRolledBackTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('all tables isolate tenants and can be distributed by tenant', async () => {
  expect(await findTenancyFaults(instance.server.database.owner)).toEqual([])
})

const GOOD = `create table good (
  tenant_id uuid not null references tenants (tenant_id), id uuid not null, user_id uuid, primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
); select directory.protect_tenant_table('good');`

test.each([
  ['a table without a tenant', 'create table bad (id uuid primary key)', 'bad has no tenant_id uuid not null'],
  [
    'a primary key without the tenant',
    `${GOOD} alter table good add column slug text unique`,
    'good: unique index good_slug_key does not begin with tenant_id',
  ],
  [
    'a unique index that begins elsewhere',
    `${GOOD} create unique index odd on good (user_id, tenant_id)`,
    'good: unique index odd does not begin with tenant_id',
  ],
  [
    'a foreign key without the tenant',
    `${GOOD} create unique index u on directory.logins (id); alter table good add column login uuid references directory.logins (id)`,
    'good: foreign key good_login_fkey does not carry tenant_id on both sides',
  ],
  [
    'a foreign key that begins elsewhere',
    `${GOOD} alter table good add foreign key (user_id, tenant_id) references users (id, tenant_id)`,
    'good: foreign key good_user_id_tenant_id_fkey does not carry tenant_id on both sides',
  ],
  [
    'a foreign key from the directory',
    'alter table directory.memberships add foreign key (tenant_id, user_id) references users (tenant_id, id)',
    'directory.memberships: foreign key memberships_tenant_id_user_id_fkey points to a tenant table',
  ],
  [
    'a foreign key that sets null',
    `${GOOD} alter table good add foreign key (tenant_id, user_id) references users (tenant_id, id) on delete set null`,
    'good: foreign key good_tenant_id_user_id_fkey1 has an action other than cascade and no action',
  ],
  [
    'a foreign key that restricts',
    `${GOOD} alter table good add foreign key (tenant_id, user_id) references users (tenant_id, id) on delete restrict`,
    'good: foreign key good_tenant_id_user_id_fkey1 has an action other than cascade and no action',
  ],
  [
    'an exclusion constraint that begins elsewhere',
    `${GOOD} alter table good add constraint apart exclude using btree (id with =, tenant_id with =)`,
    'good: unique index apart does not begin with tenant_id',
  ],
  [
    'an identity added later',
    `${GOOD} alter table good add column n bigint generated always as identity`,
    'good.n takes its values from a sequence',
  ],
  ['a serial added later', `${GOOD} alter table good add column n serial`, 'good.n takes its values from a sequence'],
  [
    'a policy with a sub-select',
    `${GOOD} create policy via on good as restrictive using (exists (select from users u where u.id = user_id))`,
    'good: policy via has a sub-select',
  ],
  [
    'no forced row level security',
    `${GOOD} alter table good no force row level security`,
    'good does not force row level security',
  ],
  ['no policy', `${GOOD} drop policy tenant on good`, 'good lacks the tenant policy'],
  [
    'a policy for everyone',
    `${GOOD} create policy all_in on good using (true)`,
    'good has a policy all_in that grants access across tenants',
  ],
  [
    'a trigger',
    `${GOOD} create trigger t before update on good for each row execute function suppress_redundant_updates_trigger()`,
    'good has a trigger t',
  ],
  ['a right to truncate', `${GOOD} grant truncate on good to frontdesk_app`, 'good may be truncate by the application'],
  [
    'a view',
    'create view peek as select * from messages; grant select on peek to frontdesk_app',
    'view peek bypasses row level security',
  ],
  [
    'a function with its owner’s rights',
    `create function peek() returns bigint language sql security definer as 'select count(*) from messages'`,
    "function peek() runs with its owner's rights",
  ],
  [
    'a search without a tenant',
    `create function search.all_of_it() returns bigint language plpgsql security definer as
     $$ declare n bigint; begin execute 'select count(*) from messages m' into n using search.tenant(); return n; end $$;
     alter function search.all_of_it() owner to frontdesk_search`,
    'function search.all_of_it() does not filter by the tenant of its transaction',
  ],
  [
    'a search that reads on',
    'grant select (note) on contact_notes to frontdesk_search',
    'contact_notes.note is readable by frontdesk_search',
  ],
  ['a role that bypasses', 'alter role frontdesk_app bypassrls', 'role frontdesk_app has excessive privileges'],
  ['a table of the application', `${GOOD} alter table good owner to frontdesk_app`, 'role frontdesk_app owns good'],
  [
    'an inbound role that deletes',
    'grant delete on messages to frontdesk_inbound',
    'messages may be delete by frontdesk_inbound',
  ],
  [
    'an inbound role that sees everybody',
    `${GOOD} create policy inbound on good to frontdesk_inbound using (true)`,
    'good has a policy inbound that grants access across tenants',
  ],
  [
    'a dispatcher that reads on',
    `${GOOD} grant select on good to frontdesk_dispatcher`,
    'good is readable by the dispatcher',
  ],
])('the check finds %s', async (_what, planted, fault) => {
  const faults = await inRolledBackTransaction(instance.server.database.owner, async (client) => {
    await client.query(planted)
    return findTenancyFaults(client)
  })
  expect(faults).toContain(fault)
})

test('the check accepts a table created like the others', async () => {
  const faults = await inRolledBackTransaction(instance.server.database.owner, async (client) => {
    await client.query(GOOD)
    return findTenancyFaults(client)
  })
  expect(faults).toEqual([])
})

/** Creates a tenant with rows in every table. */
async function aFullTenant(): Promise<Tenant> {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = ''] = tenant.locationIds
  await tenant.createUser('TeamMember', { locationIds: [here] })
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, 'Hello')
  const { sid: unwanted } = await tenant.textFrom(newPhone(), 'Delete me')
  ok(await tenant.owner.call(contract.conversations.remove, { sid: unwanted }))
  ok(await tenant.owner.call(contract.notes.add, { contactId: contact.id, note: 'Prefers mornings' }))
  ok(await tenant.owner.call(contract.contacts.updateTags, { id: contact.id, tags: ['regular'] }))
  ok(await tenant.owner.call(contract.bulkActions.start, { change: 'read', sids: [sid] }))
  ok(await tenant.owner.call(contract.views.save, { name: 'Reviews', search: 'folder=reviews' }))
  const form = new FormData()
  form.append('file', new File(['Directions'], 'directions.txt'))
  ok(await callEndpoint(instance.url, contract.files.uploadFile, form as never, tenant.owner.auth.bearerToken))
  const { notifications } = contract
  ok(
    await tenant.owner.call(notifications.saveConfigs, {
      settings: [{ notificationTypeID: 'desktop-new-message', configTypeID: 'desktop', isEnabled: true }],
    }),
  )
  ok(
    await tenant.owner.call(
      notifications.savePreferences,
      ok(await tenant.owner.call(notifications.getPreferences, undefined)).data,
    ),
  )
  ok(
    await tenant.owner.call(notifications.subscribeDevice, {
      endpoint: `https://push.example.com/${tenant.tenantId}`,
      p256dh: 'B'.repeat(87),
      auth: 'a'.repeat(22),
    }),
  )
  await instance.server.database.owner.query('insert into notification_digests values ($1, $2, now())', [
    tenant.tenantId,
    tenant.owner.auth.userId,
  ])
  const picture = new FormData()
  picture.append('file', new File([(await createPng()) as Uint8Array<ArrayBuffer>], 'me.png'))
  ok(await tenant.owner.call(contract.profile.uploadPicture, picture as never))
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid: sid,
      text: 'Hi',
      clientMessageId: crypto.randomUUID(),
    }),
  )
  ok(
    await tenant.owner.call(contract.scheduledMessages.create, {
      conversationSid: sid,
      text: 'Until tomorrow',
      clientMessageId: crypto.randomUUID(),
      sendAt: new Date(Date.now() + 24 * 60 * 60_000).toISOString(),
    }),
  )
  ok(await tenant.owner.call(contract.numberChecks.check, { number: phone }))
  ok(
    await tenant.owner.call(contract.shortLinks.create, { conversationSid: sid, linkUrl: 'https://example.com/offer' }),
  )
  const { sid: second } = await tenant.textFrom(newPhone(), 'My other phone, see https://example.com/me')
  ok(await tenant.owner.call(contract.merging.merge, { sid: second, intoSid: sid }))
  ok(await tenant.owner.call(contract.attention.markRead, { sid, upToIndex: 1 }))
  ok(await tenant.owner.call(contract.attention.markUnread, { sid }))
  ok(await tenant.owner.call(contract.conversations.saveDraft, { sid, messageDraft: 'See you' }))
  const [template] = ok(await tenant.owner.call(contract.templates.getList, undefined)).templates
  ok(await tenant.owner.call(contract.templates.setFavorite, { id: template?.id ?? '', favorite: true }))
  ok(await tenant.owner.call(contract.templates.save, { title: 'Here', message: 'Here', locationIDs: [here] }))
  const [hours] = ok(await tenant.owner.call(contract.businessHours.getList, undefined)).businessHours
  if (!hours) throw new Error('The location has no business hours.')
  ok(await tenant.owner.call(contract.businessHours.save, hours))
  ok(await tenant.owner.call(contract.conversationConfigs.save, { isAutoAssign: true }))
  await instance.idle()
  await tenant.textFrom(newPhone(), 'For the next teammate')
  await instance.idle()
  await tenant.textFrom(phone, 'STOP')
  ok(await tenant.owner.call(contract.conversations.block, { sid }))
  const { sid: accountSid, authToken } = instance.sandbox.createAccount({ friendlyName: 'Their own' })
  ok(await tenant.owner.call(contract.phoneNumbers.saveMessagingAccount, { accountSid, authToken }))
  ok(await tenant.owner.call(contract.accountDeletion.startExport, {}))
  ok(await tenant.owner.call(contract.accountDeletion.request, { businessName: tenant.owner.auth.tenantName }))
  ok(
    await tenant.owner.call(contract.team.setRolePermission, {
      role: 'Manager',
      permission: 'contacts_edit',
      isGranted: false,
    }),
  )
  await instance.server.database.owner.query(
    `insert into mails (tenant_id, id, recipient, subject, state, created_at)
     values ($1, gen_random_uuid(), 'invited@example.test', 'Hello', 'sent', now())`,
    [tenant.tenantId],
  )
  await instance.idle()
  return tenant
}

async function tenantTables(): Promise<string[]> {
  const { rows } = await instance.server.database.owner.query<{ name: string }>(
    "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'migrations' order by 1",
  )
  return rows.map(({ name }) => name)
}

const rowOf = async (table: string, tenantId: string, where = 'true') =>
  (
    await instance.server.database.owner.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${table} t where tenant_id = $1 and ${where} limit 1`,
      [tenantId],
    )
  ).rows[0]?.row

/** Columns that a statement may set: not those PostgreSQL generates. */
const writableColumns = async (table: string) =>
  (
    await instance.server.database.owner.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
  ).rows[0]?.columns

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'allowed',
    (error: { code: string }) => error.code,
  )

const ROW_LEVEL_SECURITY = '42501'
const FOREIGN_KEY = '23503'

describe('as the application', () => {
  let mine: Tenant
  let theirs: Tenant
  /** Audit records can be added but never changed. */
  let appendOnly: Set<string>
  beforeAll(async () => {
    mine = await aFullTenant()
    theirs = await aFullTenant()
    const { rows } = await instance.server.database.owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and not has_table_privilege('frontdesk_app', oid, 'update') and not has_table_privilege('frontdesk_app', oid, 'delete')`,
    )
    appendOnly = new Set(rows.map(({ name }) => name))
    for (const proof of ['consent_events', 'audit_entries']) expect([...appendOnly]).toContain(proof)
  })

  const asTenant = <T>(tenantId: string | null, work: (client: pg.PoolClient) => Promise<T>) =>
    inRolledBackTransaction(instance.server.database.directoryPool, async (client) => {
      if (tenantId) await client.query(`set local app.tenant_id = '${tenantId}'`)
      return work(client)
    })

  test('no table allows reads or writes without a tenant, or of another tenant', async () => {
    const tables = await tenantTables()
    expect(tables.length).toBeGreaterThan(10)
    for (const table of tables) {
      const row = await rowOf(table, theirs.tenantId)
      const columns = await writableColumns(table)
      expect([table, 'has a row', row !== undefined]).toEqual([table, 'has a row', true])
      for (const who of [null, mine.tenantId]) {
        const rowCounts = await asTenant(who, async (client) => ({
          seen: (await client.query(`select from ${table} where tenant_id = $1`, [theirs.tenantId])).rowCount,
          all: who === null ? (await client.query(`select from ${table}`)).rowCount : 0,
        }))
        expect([table, who, rowCounts]).toEqual([table, who, { seen: 0, all: 0 }])
        const put = asTenant(who, (client) =>
          client.query(
            `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
            [row],
          ),
        )
        expect([table, who, await refusal(put)]).toEqual([table, who, ROW_LEVEL_SECURITY])
        for (const change of [`update ${table} set tenant_id = tenant_id`, `delete from ${table}`]) {
          const changed = await asTenant(who, (client) =>
            client.query(`${change} where tenant_id = $1`, [theirs.tenantId]),
          ).then(
            ({ rowCount }) => rowCount,
            // Append-only tables reject changes by everyone.
            (error: { code: string }) => (appendOnly.has(table) && error.code === ROW_LEVEL_SECURITY ? 0 : error.code),
          )
          expect([table, who, change, changed]).toEqual([table, who, change, 0])
        }
      }
    }
  })

  test('frontdesk_inbound has access to the tenants of its transaction only', async () => {
    const asInbound = <T>(tenantIds: string[] | null, work: (client: pg.PoolClient) => Promise<T>) =>
      inRolledBackTransaction(instance.server.database.owner, async (client) => {
        await client.query('set local role frontdesk_inbound')
        if (tenantIds) await client.query(`set local app.tenant_ids = '{${tenantIds.join(',')}}'`)
        return work(client)
      })
    const seenBy = (tenantIds: string[] | null) =>
      asInbound(tenantIds, async (client) => {
        const { rows } = await client.query<{ tenant_id: string }>('select distinct tenant_id from conversations')
        return rows.map(({ tenant_id }) => tenant_id).sort()
      })
    expect(await seenBy(null)).toEqual([])
    expect(await seenBy([])).toEqual([])
    expect(await seenBy([mine.tenantId])).toEqual([mine.tenantId])
    expect(await seenBy([mine.tenantId, theirs.tenantId])).toEqual([mine.tenantId, theirs.tenantId].sort())
    const update = 'update conversations set unread_messages = unread_messages + 1 where tenant_id = $1'
    const touched = (tenantIds: string[]) =>
      asInbound(tenantIds, async (client) => (await client.query(update, [theirs.tenantId])).rowCount)
    expect(await touched([mine.tenantId])).toBe(0)
    expect(await touched([theirs.tenantId])).toBeGreaterThan(0)
    const row = await rowOf('messages', theirs.tenantId)
    const put = asInbound([mine.tenantId], (client) =>
      client.query('insert into messages select (jsonb_populate_record(null::messages, $1)).*', [row]),
    )
    expect(await refusal(put)).toBe(ROW_LEVEL_SECURITY)
  })

  test('a row cannot be moved to another tenant', async () => {
    for (const table of await tenantTables()) {
      if (appendOnly.has(table)) continue
      const moved = asTenant(mine.tenantId, (client) =>
        client.query(`update ${table} set tenant_id = $2 where tenant_id = $1`, [mine.tenantId, theirs.tenantId]),
      )
      expect([table, await refusal(moved)]).toEqual([table, ROW_LEVEL_SECURITY])
    }
  })

  test('a foreign key cannot refer to a row of another tenant', async () => {
    const { owner } = instance.server.database
    const { rows: keys } = await owner.query<{ table: string; target: string; column: string; to: string }>(
      `select c.conrelid::regclass::text as table, c.confrelid::regclass::text as target, a.attname as column, b.attname as to
       from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
       join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[2]
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
    )
    expect(keys.length).toBeGreaterThan(10)
    for (const { table, target, column, to } of keys) {
      const foreign = (await rowOf(target, theirs.tenantId))?.[to]
      // Row level security does not apply to the owner.
      const pointed = inRolledBackTransaction(owner, (client) =>
        client.query(
          `update ${table} set ${column} = $2 where ctid = (select ctid from ${table} where tenant_id = $1 limit 1)`,
          [mine.tenantId, foreign],
        ),
      )
      expect([table, column, await refusal(pointed)]).toEqual([table, column, FOREIGN_KEY])
    }
  })

  test('the application can enqueue jobs but not access graphile-worker’s tables', async () => {
    const { rows } = await instance.server.database.owner.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'graphile_worker'::regnamespace and relkind in ('r', 'v')",
    )
    expect(rows.length).toBeGreaterThan(2)
    for (const { name } of rows) {
      const read = asTenant(mine.tenantId, (client) => client.query(`select from graphile_worker.${name}`))
      expect([name, await refusal(read)]).toEqual([name, ROW_LEVEL_SECURITY])
    }
  })

  test('the tenant setting does not leak into the next transaction of the connection', async () => {
    const client = await instance.server.database.directoryPool.connect()
    try {
      await client.query('begin')
      await client.query(`set local app.tenant_id = '${mine.tenantId}'`)
      expect((await client.query('select from conversations')).rowCount).toBeGreaterThan(0)
      await client.query('commit')
      expect((await client.query('select from conversations')).rowCount).toBe(0)
    } finally {
      client.release()
    }
  })
})

test('rejects a tenant id that is not a UUID', async () => {
  const { inTenant } = instance.server.database
  await expect(
    inTenant({ tenantId: "'; reset role; --" }, (tx) => tx.selectFrom('users').select('id').execute()),
  ).rejects.toThrow('A tenant id must be a UUID')
})

test('an injected statement cannot change the role', async () => {
  const client = await instance.server.database.directoryPool.connect()
  try {
    const attempts = ['set role postgres', 'set role frontdesk_dispatcher', 'set session authorization postgres']
    for (const attempt of attempts)
      await expect(client.query(attempt), attempt).rejects.toMatchObject({ code: ROW_LEVEL_SECURITY })
    await client.query('set role none')
    for (const table of ['conversations', 'directory.logins', 'events'])
      await expect(client.query(`select from ${table}`), table).rejects.toMatchObject({ code: ROW_LEVEL_SECURITY })
  } finally {
    client.release(true)
  }
})
