import type { StoredAudience } from '@frontdesk/contract/api'
import { CAMPAIGN_LATE_MS, can, type GroupMessageKind, type Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Person } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { findFilesOfGroupMessage, reserveForGroupMessage } from '../files/index.ts'
import { findAttachments } from '../messages/index.ts'
import { readBrandLimitsSpec } from '../phone-numbers/index.ts'
import { groupMessageChanged } from './events.ts'
import { type GroupMessageRow, lockGroupMessage, publishGroupMessage, updateGroupMessage } from './rows.ts'
import { sendGroupMessageSpec } from './send-spec.ts'

export interface NewGroupMessage {
  /** The client's id. */
  id: string
  kind: GroupMessageKind
  group: { id: string; name: string } | null
  /** Of a campaign, which has no group. */
  name?: string
  /** Location whose number sends; null: the number last used with each contact. */
  locationId: string | null
  body: string
  /** Uploads of the author. */
  attachmentIds?: string[]
  /** Other versions of the text, each for an equal part of the recipients. */
  variants?: readonly string[]
  /** The campaign whose first text it is. */
  campaignId?: string
  /** The local time at which each recipient gets it, in their own zone. */
  localTime?: string | null
  /** How long sending is spread over. */
  spreadMinutes?: number | null
  /** The rules that select its recipients, which may change or be deleted later. */
  audience: StoredAudience
  /** Until when the author can undo it; null: it is sent at once. */
  startsAt?: string | null
  /** Selects contacts: `id`, and `key`, after which the next page continues. */
  contacts: RawBuilder<unknown>
  /** The most contacts to select. If that many are found, there may be more. */
  batch?: number
}

/** Whether a teammate may send a message to so many contacts. */
export const maySendTo = (viewer: Viewer, recipients: number): boolean =>
  recipients <= 1 || can(viewer, 'campaigns_send_bulk_messages')

/**
 * Stores a group message and its present recipients; a job sends it. If there may be more recipients, returns the key
 * after which they follow: the caller adds them, and then calls `finishCollecting`. A repeated request returns the
 * existing message.
 */
export async function startGroupMessage(
  tx: TenantTx,
  author: Person,
  { contacts, batch = Number.POSITIVE_INFINITY, ...request }: NewGroupMessage,
): Promise<{ row: GroupMessageRow; after: string | null }> {
  const { id, kind, group, body, attachmentIds = [] } = request
  const inserted = await insertGroupMessage(tx, author, request)
  if (!inserted) {
    const repeated = { id, kind, groupId: group?.id ?? null, body, attachmentIds }
    return { row: await lockRepeated(tx, author, repeated), after: null }
  }
  const { read, added, last } = await addRecipients(tx, inserted, contacts)
  if (added === 0) throw new AppError('NoRecipients')
  const after = read < batch ? null : last
  const row = { ...inserted, total: added }
  if (after === null) await finishCollecting(tx, row)
  await recordGroupMessageSent(tx, row, author, { isCounted: after === null })
  return { row: { ...row, isCollecting: after !== null }, after }
}

/** Stores a group message, whose recipients are added next; undefined if a request with its id did before. */
export async function insertGroupMessage(
  tx: TenantTx,
  author: Person,
  request: Omit<NewGroupMessage, 'contacts' | 'batch'>,
): Promise<GroupMessageRow | undefined> {
  const { id, kind, group, name, locationId, body, attachmentIds = [], startsAt = null, campaignId = null } = request
  const { variants = [], localTime = null, spreadMinutes = null, audience } = request
  if (campaignId === null) await assertNoCampaign(tx, id)
  const inserted = await tx
    .insertInto('groupMessages')
    .values({
      tenantId: tx.tenantId,
      id,
      kind,
      groupId: group?.id ?? null,
      groupName: group?.name ?? name ?? null,
      locationId,
      body,
      variants: [...variants],
      campaignId,
      localTime,
      spreadMinutes,
      audience: JSON.stringify(audience),
      authorUserId: author.userId,
      author: author.displayName,
      total: 0,
      startedAt: tx.now(),
      startsAt,
      heartbeatAt: tx.now(),
      isCollecting: true,
    })
    .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!inserted) return undefined
  const files = await findAttachments(tx, author, attachmentIds)
  await reserveForGroupMessage(
    tx,
    id,
    files.map((file) => file.id),
  )
  return inserted
}

/** The first text of a campaign has its id, which no other message may take before it is sent. */
async function assertNoCampaign(tx: TenantTx, id: string): Promise<void> {
  const campaign = await tx
    .selectFrom('campaigns')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()
  if (campaign) throw new AppError('ClientMessageIdReused')
}

/** The carriers' limits are read again for messages to more recipients: the lowest limit is 1,000 segments a day. */
const LIMITS_READ_ABOVE = 100

/** Records that a group message was sent, with the number of its recipients if all are stored. */
export async function recordGroupMessageSent(
  tx: TenantTx,
  row: GroupMessageRow,
  author: Person,
  { isCounted }: { isCounted: boolean },
): Promise<void> {
  const { kind, total, locationId } = row
  await recordGroupMessageChanged(tx, row, author)
  if (total <= 1) return
  if (total > LIMITS_READ_ABOVE) await enqueue(tx, readBrandLimitsSpec(tx.tenantId))
  await recordAudit(tx, {
    action: 'group-message.sent',
    actor: author,
    subject: row.groupName ?? 'Selected contacts',
    data: isCounted ? { recipients: total, kind } : { kind },
    locationIDs: locationId === null ? null : [locationId],
    at: tx.now(),
  })
}

/**
 * Adds recipients to a message that is not being sent yet. Which text a recipient gets, and whether they are of the
 * control group, is derived from the contact and the message, so that it is the same however often they are read.
 * `ruleIndex` is the position of the rule that selected them; a recipient that several select keeps the first.
 */
export async function addRecipients(
  tx: TenantTx,
  { id, total, variants }: Pick<GroupMessageRow, 'id' | 'total' | 'variants'>,
  contacts: RawBuilder<unknown>,
  { controlPercent = 0, ruleIndex = 0 }: { controlPercent?: number; ruleIndex?: number } = {},
): Promise<{ read: number; added: number; last: string | null }> {
  const hash = (seed: number) => sql`(hashtextextended(p.id::text || ${id}, ${sql.lit(seed)}) & 2147483647)`
  const { rows } = await sql<{ read: number; added: number; last: string | null }>`
    with page as materialized (select w.id, w.key from (${contacts}) w), inserted as (
      insert into group_recipients (tenant_id, group_message_id, contact_id, variant, state, reason, handled_at, rule_index)
      select distinct on (p.id) ${tx.tenantId}::uuid, ${id}::uuid, p.id, ${hash(0)} % ${variants.length + 1},
        case when c.is_control then 'skipped' else 'pending' end, case when c.is_control then 'control-group' end,
        case when c.is_control then ${tx.now()}::timestamptz end, ${ruleIndex}::smallint
      from page p cross join lateral (select ${hash(1)} % 100 < ${controlPercent} as is_control) c
      where p.id is not null
      on conflict do nothing returning 1
    )
    select (select count(*) from page)::int as read, (select count(*) from inserted)::int as added,
      (select p.key from page p order by p.key desc limit 1)::text as last`.execute(tx)
  const result = rows[0] ?? { read: 0, added: 0, last: null }
  await tx
    .updateTable('groupMessages')
    .set({ total: total + result.added, heartbeatAt: continuedHeartbeat(tx) })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  return result
}

/** SQL: the present time while a message is being worked on; after an outage, still the time it began. */
const continuedHeartbeat = (tx: TenantTx) => sql<string>`case
  when heartbeat_at <= ${shift(tx.now(), -CAMPAIGN_LATE_MS)}::timestamptz then heartbeat_at else ${tx.now()}::timestamptz end`

/** Locks a message whose recipients are being stored; undefined if all are, or it was stopped or undone. */
export async function lockCollecting(tx: TenantTx, id: string): Promise<GroupMessageRow | undefined> {
  const row = await lockGroupMessage(tx, id)
  return row?.state === 'running' && row.isCollecting ? row : undefined
}

/** All recipients are stored: a job sends the message, once it can no longer be undone. */
export async function finishCollecting(tx: TenantTx, row: GroupMessageRow): Promise<void> {
  await updateGroupMessage(tx, row, { isCollecting: false })
  const spec = sendGroupMessageSpec(tx.tenantId, row.id)
  await enqueue(tx, row.startsAt === null ? spec : { ...spec, runAt: row.startsAt })
  publishGroupMessage(tx, row, null)
}

/** Finds the message of a repeated request, under the job's lock, so that a caller that sends on repeats no batch. */
async function lockRepeated(
  tx: TenantTx,
  author: Person,
  request: Pick<GroupMessageRow, 'id' | 'kind' | 'groupId' | 'body'> & { attachmentIds: string[] },
): Promise<GroupMessageRow> {
  const existing = await lockGroupMessage(tx, request.id)
  const isSame =
    existing?.authorUserId === author.userId &&
    existing.kind === request.kind &&
    existing.groupId === request.groupId &&
    existing.body === request.body &&
    // Files of an undone message are no longer its own.
    (existing.state === 'undone' ||
      (await findFilesOfGroupMessage(tx, [existing.id])).map(({ id }) => id).join() === request.attachmentIds.join())
  if (!isSame) throw new AppError('ClientMessageIdReused')
  return existing
}

/** Records that a group message started or ended, and publishes it to open screens. */
export async function recordGroupMessageChanged(
  tx: TenantTx,
  row: GroupMessageRow,
  by: Pick<Viewer, 'userId'> | null,
): Promise<void> {
  const eventId = await groupMessageChanged.record(tx, {
    at: tx.now(),
    actorUserId: by?.userId,
    data: { groupMessageID: row.id },
  })
  publishGroupMessage(tx, row, eventId)
}
