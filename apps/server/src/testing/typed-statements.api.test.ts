import { randomUUID } from 'node:crypto'
import { contract } from '@frontdesk/contract/api'
import type { InferResult } from 'kysely'
import pg from 'pg'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { memberJoined } from '../modules/accounts/events.ts'
import type { ConversationColumns } from '../modules/conversations/rows.ts'
import type { TenantTx } from '../platform/database/database.ts'
import { ok } from './client.ts'
import { findTypeNames } from './column-types.ts'
import { uploadContacts } from './contact-import.ts'
import { countAsMany } from './groups.ts'
import { CONTACTS } from './held-statements/contacts.ts'
import { CONVERSATIONS } from './held-statements/conversations.ts'
import { GROUPS } from './held-statements/groups.ts'
import { PAYMENTS } from './held-statements/payments.ts'
import { TEAM } from './held-statements/team.ts'
import { findRowTypes, listTypedStatements } from './list-typed-statements.ts'
import { newPhone, sharedTestInstance, type Tenant } from './test-instance.ts'

// Holds every statement in SQL text against the row type stated beside it, except the one that stores inbound texts,
// which has a test of its own in `messages/inbound`.

const instance = await sharedTestInstance()

const HELD = [...CONTACTS, ...GROUPS, ...CONVERSATIONS, ...PAYMENTS, ...TEAM]

interface Executed {
  text: string
  fields: pg.FieldDef[]
}

/** Records the statements that the server runs meanwhile, with the columns they returned. */
async function recordStatements(work: () => Promise<unknown>): Promise<Executed[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const executed = query.mock.calls.map(async ([config], index): Promise<Executed[]> => {
      const text = textOf(config)
      const result: unknown = await query.mock.results[index]?.value
      const isResult = typeof result === 'object' && result !== null && 'fields' in result
      return text !== null && isResult && Array.isArray(result.fields) ? [{ text, fields: result.fields }] : []
    })
    const settled = await Promise.allSettled(executed)
    return settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
  } finally {
    query.mockRestore()
  }
}

const textOf = (config: unknown): string | null =>
  typeof config === 'object' && config !== null && 'text' in config ? String(config.text) : null

const toCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Runs each of the held statements. */
async function useEverything() {
  const tenant = await instance.createTenant()
  const { owner, textFrom } = tenant
  const member = await tenant.createUser('Manager')
  const phone = newPhone()
  const { sid } = await textFrom(phone, 'Hello')
  const other = await textFrom(newPhone(), 'Good morning')
  const send = (text: string) =>
    owner.call(contract.messages.send, { conversationSid: sid, text, clientMessageId: randomUUID() })
  await instance.idle()

  ok(await owner.call(contract.team.getTeam, undefined))
  ok(await owner.call(contract.paymentRequests.getList, {}))
  ok(await owner.call(contract.conversations.getByPhoneNumber, { phoneNumber: phone }))
  ok(await owner.call(contract.attention.markRead, { sid, upToIndex: 1 }))
  ok(await owner.call(contract.attention.markUnread, { sid }))
  for (const filter of [{}, { hasUnreadMessages: true }]) {
    ok(await owner.call(contract.conversations.getList, filter))
    ok(await owner.call(contract.conversations.getStats, {}))
  }
  ok(await owner.call(contract.messageSearch.searchAll, { text: 'hello' }))
  const { data: conversation } = ok(await owner.call(contract.conversations.getBySid, { sid }))
  ok(await owner.call(contract.contacts.get, { id: conversation.contact.id }))
  ok(await owner.call(contract.consent.get, { contactId: conversation.contact.id }))
  ok(
    await owner.call(contract.contactMerging.preview, {
      survivorID: conversation.contact.id,
      otherID: other.contact.id,
    }),
  )
  ok(await owner.call(contract.contactDuplicates.list, {}))
  ok(await owner.call(contract.contactDuplicates.find, { email: 'maya@example.test' }))
  ok(await owner.call(contract.contactList.getList, {}))
  ok(await owner.call(contract.contactList.count, { tagsSearch: ['dogs'] }))
  ok(await owner.call(contract.contactList.getTags, undefined))
  ok(await owner.call(contract.timeline.getList, { contactId: conversation.contact.id }))
  ok(await owner.call(contract.timeline.getSummary, { contactId: conversation.contact.id }))
  ok(await owner.call(contract.contactActivities.getList, { contactId: conversation.contact.id }))
  await instance.idle()

  ok(
    await owner.call(contract.scheduledMessages.create, {
      conversationSid: sid,
      text: 'later',
      sendAt: Temporal.Now.instant().add({ hours: 48 }).toString(),
      clientMessageId: randomUUID(),
    }),
  )
  ok(await owner.call(contract.scheduledMessages.getList, { conversationSid: sid }))
  const removeFault = await instance.addFault({ kind: 'fail-send', code: 30003, phone })
  const { message } = ok(await send('Come by at three')).data
  await instance.idle()
  await removeFault()
  ok(await owner.call(contract.messages.retry, { sid: message.sid }))
  ok(await owner.call(contract.messageOrigins.get, { sid: message.sid }))
  await instance.idle()

  ok(await owner.call(contract.assignment.change, { sid, toUserID: member.auth.userId }))
  await instance.idle()
  const [first] = await tenant.messagesOf(conversation)
  ok(await owner.call(contract.messages.remove, { sid: first?.sid ?? '' }))
  const toUserID = member.auth.userId
  ok(await owner.call(contract.bulkActions.start, { change: 'assign', sids: [sid, other.sid], toUserID: null }))
  await instance.idle()
  ok(await owner.call(contract.bulkActions.start, { change: 'assign', sids: [sid, other.sid], toUserID }))
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, (tx) =>
    memberJoined.record(tx, { at: instance.server.services.now(), actorUserId: toUserID }),
  )
  await instance.idle()

  const statuses = [{ key: 'lead', name: 'Lead', type: 'OPEN' as const }]
  ok(await owner.call(contract.contactStatuses.save, { statuses, version: 0 }))
  ok(await owner.call(contract.contactStatuses.change, { sid, statusKey: 'lead' }))
  ok(await owner.call(contract.contactStatuses.save, { statuses: [], version: 1 }))
  const rows = `Phone,Name,Work phone\n${phone},Ann,${newPhone()}\n${newPhone()},Bob,${newPhone()}\n`
  const { id: importId } = await uploadContacts(owner, rows, { check: { locationID: tenant.locationIds[0] ?? '' } })
  await instance.idle()
  ok(await owner.call(contract.contactImports.start, { id: importId, marketingConsent: { wording: 'On paper' } }))
  await instance.idle()
  ok(await owner.call(contract.contactImports.undo, { id: importId }))
  await instance.idle()
  await useGroups(tenant, conversation.contact.id)
  await useSubscribers(tenant, phone)
  ok(await owner.call(contract.merging.merge, { sid: other.sid, intoSid: sid }))
  ok(await owner.call(contract.merging.unmerge, { sid, mergedSid: other.sid }))
  await instance.idle()
}

async function useGroups(tenant: Tenant, contactID: string): Promise<void> {
  const { owner } = tenant
  const { campaigns, groupMessages, groups, reviewInvites } = contract
  const { sid } = ok(await owner.call(groups.save, { name: 'Regulars', contactIDs: [contactID] })).data
  const message = { groupSid: sid, text: 'Hello all' }
  ok(await owner.call(groups.previewMessage, message))
  const { id } = ok(await owner.call(groups.sendMessage, { ...message, clientMessageId: randomUUID() })).data
  await instance.idle()
  ok(await owner.call(groupMessages.getRecipients, { id }))
  await countAsMany(instance, { id }, () => owner.call(groupMessages.get, { id }))
  ok(await owner.call(groups.getMembers, { sid }))
  ok(await owner.call(reviewInvites.getInvites, undefined))
  const draft = { name: 'Spring offer', text: 'Hello', audience: { groupSids: [sid] } }
  const campaign = ok(await owner.call(campaigns.save, draft)).data
  ok(await owner.call(campaigns.start, { id: campaign.id, version: campaign.version, spreadMinutes: 15 }))
  await instance.idle()
  ok(await owner.call(campaigns.getSteps, { id: campaign.id }))
  ok(await owner.call(campaigns.getTrend, { id: campaign.id }))
  ok(await owner.call(campaigns.preflight, { id: campaign.id }))
}

async function useSubscribers({ owner, numbers, textFrom }: Tenant, phone: string): Promise<void> {
  const { optInKeywords, subscribers } = contract
  ok(await owner.call(subscribers.add, { phone, source: 'in-person', wording: 'They asked for it' }))
  ok(await owner.call(subscribers.getList, {}))
  ok(await owner.call(subscribers.getStats, {}))
  ok(await owner.call(subscribers.getTrend, {}))
  ok(await owner.call(subscribers.delete, { phoneNumbers: [phone] }))
  ok(await owner.call(optInKeywords.save, { tenantPhoneNumber: numbers[0] ?? '', keyword: 'JOIN' }))
  await textFrom(newPhone(), 'JOIN')
  ok(await owner.call(contract.sending.getUsage, undefined))
  await instance.idle()
}

test('every statement in SQL text returns the columns of its row type', { timeout: 60_000 }, async () => {
  const executed = await recordStatements(useEverything)
  const typeNames = await findTypeNames(instance.server.database.owner)
  const columnsOf = ({ fields }: Executed) =>
    Object.fromEntries(fields.map(({ name, dataTypeID }) => [toCamelCase(name), typeNames.get(dataTypeID)]))
  for (const { name, sql, columns } of HELD) {
    const matching = executed.filter(({ text, fields }) => fields.length > 0 && sql.test(text))
    expect.soft(matching.length, `${name}, ${sql}`).toBeGreaterThan(0)
    for (const statement of matching) expect.soft(columnsOf(statement), statement.text).toEqual(columns)
  }
})

test('every statement whose row type is stated beside it is held', () => {
  expect(HELD.map(({ name }) => name).toSorted()).toEqual(listTypedStatements())
})

test('a stated row type is found, an expression and a single value are not', () => {
  const source = `
    const { rows } = await sql<Pick<Row<'users'>, 'id'> & { n: number }>\`select 1\`.execute(tx)
    const many = runPrepared(tx, sql<UserRow[] | null>\`select \${sql<Inner>\`x\`}\`)
    const one = sql<string | null>\`now()\`
    query.select(sql<Kind[]>\`array[\${sql<number>\`1\`}]\`.as('kinds'))`
  expect(findRowTypes(source)).toEqual(['Pick<Row<users>, id> & { n }', 'UserRow[] | null', 'Inner'])
})

test('the types of plain columns are those that Kysely infers', () => {
  const query = (tx: TenantTx) =>
    tx
      .selectFrom('conversations as c')
      .innerJoin('contacts as t', 't.id', 'c.contactId')
      .leftJoin('users as u', 'u.id', 'c.toUserId')
      .select(['c.id', 'c.toUserId as assigneeId', 'u.displayName as assigneeName', 'c.isClosed', 'c.unreadMessages'])
      .select(['c.latestDeliveryStatus', 't.tags as contactTags', 't.email as contactEmail', 't.name as contactName'])
  type Inferred = InferResult<ReturnType<typeof query>>[number]
  expectTypeOf<Pick<ConversationColumns, keyof Inferred>>().toEqualTypeOf<Inferred>()
})
