import { contract } from '@frontdesk/contract/api'
import type { InferResult } from 'kysely'
import pg from 'pg'
import { expect, expectTypeOf, test, vi } from 'vitest'
import type { TenantTx } from '../../platform/database/database.ts'
import { ok } from '../../testing/client.ts'
import { type ColumnTypes, findColumnTypes } from '../../testing/column-types.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'
import type { MessageRow } from '../threads/index.ts'
import type { CountRow } from '../totals/index.ts'
import type { OwnColumns } from './queries.ts'
import type { ConversationColumns } from './rows.ts'

// The statements of docs/decisions/20261122T1600-rows-inside-wire-objects-at-the-edge.md, except the one that stores
// inbound texts, which has a test of its own in `messages/inbound`.

const instance = await sharedTestInstance()

/** The statement that a request runs, with its parameters. */
async function captureStatement(request: () => Promise<unknown>, marker: string): Promise<[string, unknown[]]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await request()
    for (const [config] of query.mock.calls as unknown as [pg.QueryConfig | string][])
      if (typeof config === 'object' && config.text.includes(marker)) return [config.text, config.values ?? []]
  } finally {
    query.mockRestore()
  }
  throw new Error(`No statement with ${marker} was run.`)
}

const CONVERSATION: ColumnTypes<ConversationColumns> = {
  tenantId: 'uuid',
  id: 'uuid',
  contactId: 'uuid',
  contactPhone: 'text',
  tenantPhone: 'text',
  locationId: 'uuid',
  assigneeId: 'uuid',
  assigneeName: 'text',
  isClosed: 'bool',
  folder: 'text',
  statusKey: 'text',
  unreadMessages: 'int4',
  latestIndex: 'int4',
  latestMessage: 'text',
  latestMessageAt: 'timestamptz',
  latestIsOutgoing: 'bool',
  latestDeliveryStatus: 'text',
  latestAuthor: 'text',
  latestAuthorUserId: 'uuid',
  friendlyName: 'text',
  sortedAt: 'timestamptz',
  nextScheduledAt: 'timestamptz',
  version: 'int4',
  contactName: 'text',
  contactEmail: 'citext',
  contactCountry: 'text',
  contactBirthDate: 'date',
  contactTags: '_text',
  contactLabels: '_text',
  contactLocationId: 'uuid',
  contactSource: 'text',
  contactLineType: 'text',
  contactLanguage: 'text',
  contactCreatedAt: 'timestamptz',
  isSnoozed: 'bool',
  snoozedUntil: 'timestamptz',
  needsAnswerSince: 'timestamptz',
  isBlocked: 'bool',
  isOptedOut: 'bool',
  isContactRestricted: 'bool',
  createdAt: 'timestamptz',
  folderName: 'text',
  statusName: 'text',
  merged: 'jsonb',
}

const LIST: ColumnTypes<OwnColumns> = { ...CONVERSATION, draft: 'text', isMarkedUnread: 'bool' }

const MESSAGE: ColumnTypes<MessageRow> = {
  id: 'uuid',
  conversationId: 'uuid',
  viaId: 'uuid',
  index: 'int4',
  type: 'text',
  isOutgoing: 'bool',
  authorUserId: 'uuid',
  author: 'text',
  body: 'text',
  data: 'jsonb',
  deliveryStatus: 'text',
  errorCode: 'int4',
  errorReason: 'text',
  canRetry: 'bool',
  isHandled: 'bool',
  segments: 'int4',
  version: 'int4',
  createdAt: 'timestamptz',
  quote: 'jsonb',
  media: 'jsonb',
  seenBy: 'jsonb',
}

const COUNTS: ColumnTypes<CountRow & { deltas: number }> = {
  locationId: 'uuid',
  toUserId: 'uuid',
  folder: 'text',
  statusKey: 'text',
  isClosed: 'bool',
  isSnoozed: 'bool',
  isWaiting: 'bool',
  isUnread: 'bool',
  n: 'int4',
  deltas: 'int4',
}

test('the inbox list, the totals and a page of messages return the columns of their row types', async () => {
  const { owner, textFrom } = await instance.createTenant()
  const { sid } = await textFrom(newPhone(), 'Hello')
  const statements = {
    list: await captureStatement(async () => ok(await owner.call(contract.conversations.getList, {})), 'as draft'),
    counts: await captureStatement(
      async () => ok(await owner.call(contract.conversations.getStats, {})),
      'as deltas\n',
    ),
    messages: await captureStatement(
      async () => ok(await owner.call(contract.messages.getListByConversationIds, { conversationIds: [sid] })),
      'as "seenBy"',
    ),
  }
  const columnsOf = (statement: [string, unknown[]]) => findColumnTypes(instance.server.database.owner, ...statement)
  expect({
    list: await columnsOf(statements.list),
    counts: await columnsOf(statements.counts),
    messages: await columnsOf(statements.messages),
  }).toEqual({ list: LIST, counts: COUNTS, messages: MESSAGE })
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
