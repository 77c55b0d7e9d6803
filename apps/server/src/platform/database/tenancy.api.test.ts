import { contract } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { uploadContacts } from '../../testing/contact-import.ts'
import { createPng } from '../../testing/files.ts'
import { addCardPayment } from '../../testing/payments.ts'
import { inRolledBackTransaction } from '../../testing/rolled-back.ts'
import { newPhone, startTestInstance, type Tenant, type TestInstance } from '../../testing/test-instance.ts'

let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance({ hasOwnStatements: true })
})
afterAll(() => instance.close())

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
  const [twin, survivor] = [await tenant.textFrom(newPhone(), 'Hi'), await tenant.textFrom(newPhone(), 'Hi')]
  const pair = { survivorID: survivor.contact.id, otherID: twin.contact.id }
  ok(
    await tenant.owner.call(contract.contactDuplicates.dismiss, { firstID: survivor.contact.id, secondID: contact.id }),
  )
  const { version } = ok(await tenant.owner.call(contract.contactMerging.preview, pair))
  ok(await tenant.owner.call(contract.contactMerging.merge, { ...pair, version }))
  ok(await tenant.owner.call(contract.contacts.updateTags, { id: contact.id, tags: ['regular'] }))
  ok(await tenant.owner.call(contract.bulkActions.start, { change: 'read', sids: [sid] }))
  ok(await tenant.owner.call(contract.contactList.export, {}))
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
  await instance.server.database.owner.query(
    `insert into deleted_automated_texts (tenant_id, message_id, contact_phone, sent_at)
     values ($1, gen_random_uuid(), $2, now())`,
    [tenant.tenantId, phone],
  )
  await instance.server.database.owner.query('insert into notification_digests values ($1, $2, now())', [
    tenant.tenantId,
    tenant.owner.auth.userId,
  ])
  await uploadContacts(tenant.owner, `Name,Phone,Work phone\r\nAnn,${newPhone()},${newPhone()}`, {
    check: { locationID: here },
  })
  const { groups } = contract
  const { sid: group } = ok(await tenant.owner.call(groups.save, { name: 'VIPs', contactIDs: [contact.id] })).data
  ok(await tenant.owner.call(groups.addNote, { sid: group, note: 'Invite them first' }))
  const toGroup = { groupSid: group, text: 'Hello all', clientMessageId: crypto.randomUUID() }
  const { id: groupMessageId } = ok(await tenant.owner.call(groups.sendMessage, toGroup)).data
  await instance.server.database.owner.query(
    `insert into recipient_counts (tenant_id, group_message_id, scope_key, scope, read_at)
     values ($1, $2, 'everything', '{}', now())`,
    [tenant.tenantId, groupMessageId],
  )
  await instance.server.database.owner.query(
    'insert into number_send_budgets (tenant_id, tenant_phone, available, filled_at) values ($1, $2, 0, now())',
    [tenant.tenantId, tenant.numbers[0]],
  )
  await instance.server.database.owner.query(
    `insert into brand_usage (tenant_id, brand_id, day) values ($1, 'BN1', '2026-11-28')`,
    [tenant.tenantId],
  )
  const spring = { name: 'Spring', audience: { groupSids: [group] } }
  const { id: campaignId } = ok(await tenant.owner.call(contract.campaigns.save, spring)).data
  await instance.server.database.owner.query(
    `insert into campaign_trends (tenant_id, campaign_id, points, counted_at) values ($1, $2, '[]', now())`,
    [tenant.tenantId, campaignId],
  )
  const automation = { kind: 'reopen' as const, conditions: {}, delayMinutes: 1, actions: {} }
  const { id: automationId } = ok(
    await tenant.owner.call(contract.automations.save, { name: 'Look again', ...automation }),
  ).data
  await instance.server.database.owner.query(
    `insert into automation_runs (tenant_id, conversation_id, automation_id, triggered_at, id, due_at, created_at)
     values ($1, $2, $3, now(), gen_random_uuid(), now() + interval '1 day', now())`,
    [tenant.tenantId, fromSid(sid), automationId],
  )
  const optIn = { tenantPhoneNumber: tenant.numbers[0] ?? '', keyword: 'JOIN' }
  ok(await tenant.owner.call(contract.optInKeywords.save, optIn))
  await tenant.textFrom(newPhone(), 'Join')
  const room = ok(
    await tenant.owner.call(contract.bookingResources.save, { kind: 'room', name: 'Room 1', locationID: here }),
  ).data
  const exceptions = [{ date: '2099-12-24', name: 'Early', spans: [{ opens: '09:00', closes: '12:00' }] }]
  const ofRoom = [{ locationID: here, week: null }]
  ok(
    await tenant.owner.call(contract.bookingHours.save, {
      resourceID: room.id,
      version: room.version,
      hours: ofRoom,
      exceptions,
    }),
  )
  const thisHour = Temporal.Now.instant().round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const startsOnUtc = thisHour.add({ hours: 48 }).toString()
  const endsOnUtc = thisHour.add({ hours: 49 }).toString()
  const service = { name: 'Checkup', color: '#1c7ed6', durations: [30], resourceIDs: [room.id] }
  const { id: serviceID } = ok(await tenant.owner.call(contract.bookingServices.save, service)).data
  ok(
    await tenant.owner.call(contract.bookings.create, {
      clientBookingId: crypto.randomUUID(),
      locationID: here,
      items: [{ serviceID }],
      startsOnUtc,
      contactID: contact.id,
      overrides: ['hours'],
    }),
  )
  ok(await tenant.owner.call(contract.bookingHours.block, { resourceID: room.id, startsOnUtc, endsOnUtc }))
  await instance.server.database.owner.query(
    `insert into booking_proofs (tenant_id, id, booking_id, phone, tenant_phone, name, note, answers, page_url, ip_address, created_at, expires_at)
     select tenant_id, gen_random_uuid(), id, '', '', '', '', '[]', '', '', now(), now() from bookings where tenant_id = $1`,
    [tenant.tenantId],
  )
  await instance.server.database.owner.query(
    `insert into booking_tasks (tenant_id, id, booking_id, kind, cause, reason, created_at)
     select tenant_id, gen_random_uuid(), id, 'call', '', 'undelivered', now() from bookings where tenant_id = $1`,
    [tenant.tenantId],
  )
  await instance.server.database.owner.query(
    `with offer as (
       insert into booking_offers (tenant_id, id, conversation_id, contact_id, location_id, kind, items, state, hold_minutes, shown_at, held_until, created_at)
       values ($1, gen_random_uuid(), $2, $4, $3, 'visit', '[]', 'open', 10, now(), now(), now()) returning *
     )
     insert into booking_offer_times (tenant_id, offer_id, page, position, starts_at, booking_id)
     select o.tenant_id, o.id, 1, 1, b.starts_at, b.id from offer o join bookings b on b.tenant_id = o.tenant_id`,
    [tenant.tenantId, fromSid(sid), here, contact.id],
  )
  const entry = { clientEntryId: crypto.randomUUID(), locationID: here, items: [{ serviceID }], contactID: contact.id }
  const month = { firstDate: '2099-01-01', lastDate: '2099-01-31' }
  ok(await tenant.owner.call(contract.bookingWaitlist.add, { ...entry, ...month }))
  await instance.server.database.owner.query(
    `with gap as (
       insert into booking_gaps (tenant_id, id, location_id, booking_id, starts_at, ends_at, created_at)
       select tenant_id, gen_random_uuid(), location_id, id, starts_at, ends_at, now() from bookings where tenant_id = $1 limit 1
       returning *
     )
     insert into booking_gap_offers (tenant_id, gap_id, entry_id, created_at)
     select g.tenant_id, g.id, w.id, now() from gap g join booking_waitlist w on w.tenant_id = g.tenant_id`,
    [tenant.tenantId],
  )
  await instance.server.database.owner.query(
    `insert into booking_mails (tenant_id, booking_id, kind, cause, recipient, created_at)
     select tenant_id, id, 'booked', '1', '', now() from bookings where tenant_id = $1`,
    [tenant.tenantId],
  )
  const calendarAddress = { resourceID: room.id, name: 'Clinic', calendarUrl: 'https://example.com/a.ics' }
  const connection = ok(await tenant.owner.call(contract.bookingCalendars.addAddress, calendarAddress)).data
  const calendarId = connection.calendars[0]?.id
  await instance.server.database.owner.query(
    `insert into calendar_busy (tenant_id, calendar_id, event_id, resource_id, period)
     values ($1, $2, 'event', $3, tstzrange(now(), now() + interval '1 hour'))`,
    [tenant.tenantId, calendarId, room.id],
  )
  await instance.server.database.owner.query(
    `insert into calendar_events (tenant_id, calendar_id, booking_id, event_id, state)
     values ($1, $2, gen_random_uuid(), 'fd1', 'written')`,
    [tenant.tenantId, calendarId],
  )
  const { paymentConfigs, paymentRequests } = contract
  const money = { clientDocumentId: crypto.randomUUID(), locationID: here, contactID: contact.id }
  const lines = [{ description: 'Checkup', unitAmount: 5000 }]
  const { id: payment } = ok(await tenant.owner.call(paymentRequests.create, { ...money, lines })).data
  const paid = { id: payment, clientPaymentId: crypto.randomUUID(), amount: 6000 }
  ok(await tenant.owner.call(paymentRequests.markAsPaid, paid))
  const refund = { id: payment, clientRefundId: crypto.randomUUID(), amount: 100 }
  ok(await tenant.owner.call(paymentRequests.refund, refund))
  const numbering = { series: 'request' as const, prefix: '', digits: 1, nextNumber: 50, version: 0 }
  ok(await tenant.owner.call(paymentConfigs.saveNumbering, numbering))
  await addCardPayment(instance.server.database.owner, tenant, payment)
  await instance.server.database.owner.query(
    `insert into payment_answers (tenant_id, id, document_id, version, decision, channel, wording, answer, phone, chosen_lines, total_amount, is_late, created_at)
     values ($1, gen_random_uuid(), $2, 1, 'approved', 'page', 'I approve', 'Maya Chen', $3, '{}', 5000, false, now())`,
    [tenant.tenantId, payment, phone],
  )
  await instance.server.database.owner.query(
    `insert into payment_refund_requests (tenant_id, id, document_id, amount, source, target, reason, state, requested_at)
     values ($1, gen_random_uuid(), $2, 100, 'payment', 'cash', '', 'declined', now())`,
    [tenant.tenantId, payment],
  )
  await instance.server.database.owner.query(
    `insert into payment_exports (tenant_id, id, user_id, request, created_at)
     values ($1, gen_random_uuid(), $2, '{}', now())`,
    [tenant.tenantId, tenant.owner.auth.userId],
  )
  ok(await tenant.owner.call(contract.bookingCalendars.addFeed, { locationID: here }))
  const picture = new FormData()
  picture.append('file', new File([(await createPng()) as Uint8Array<ArrayBuffer>], 'me.png'))
  ok(await tenant.owner.call(contract.profile.uploadPicture, picture as never))
  ok(await tenant.owner.call(contract.bookingServices.uploadPicture, picture as never))
  ok(await tenant.owner.call(contract.paymentConfigs.uploadLogo, picture as never))
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
  await tenant.textFrom(newPhone(), 'I never signed up for this')
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

/** Columns that keep a removed location, and why. */
const STAYS: Record<string, string> = {
  'events.location_id': 'the past',
  'ledger_postings.location_id': 'the past',
  'ledger_postings.credit_location_id': 'the past',
  'payment_days.location_id': 'the past',
  'conversation_counts.location_id': 'deltas that add up to zero',
  'contact_import_rows.location_id': 'without it, new contacts get the location chosen for the import',
  'users.chosen_location_id': 'without access it counts as none',
}

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

  // The last test with this tenant, because it removes a location.
  test('removing a location moves the rows of every table', async () => {
    const { owner } = instance.server.database
    const [here = '', there = ''] = mine.locationIds
    const { rows: columns } = await owner.query<{ table: string; column: string }>(
      `select attrelid::regclass::text as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind = 'r' and attname like '%location_id' and not attisdropped`,
    )
    const columnsWith = async (location: string) => {
      const counts = await Promise.all(
        columns.map(async ({ table, column }) => {
          const query = `select from ${table} where tenant_id = $1 and ${column} = $2`
          return { table, column, count: (await owner.query(query, [mine.tenantId, location])).rowCount }
        }),
      )
      return counts.filter(({ count }) => count).map(({ table, column }) => `${table}.${column}`)
    }
    const atHere = await columnsWith(here)
    for (const { table, column } of columns.filter((each) => !atHere.includes(`${each.table}.${each.column}`)))
      await owner.query(`update ${table} set ${column} = $2 where tenant_id = $1`, [mine.tenantId, here])
    expect(await columnsWith(here)).toHaveLength(columns.length)
    ok(await mine.owner.call(contract.locations.remove, { id: here, moveToLocationID: there }))
    expect((await columnsWith(here)).filter((column) => !STAYS[column])).toEqual([])
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
