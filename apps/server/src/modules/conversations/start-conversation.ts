import {
  can,
  DEFAULT_FOLDER,
  NUMBER_PROBLEMS,
  numberProblem,
  phoneCountry,
  toE164,
  type Viewer,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { assertAssignable } from '../assignees/index.ts'
import { insertContacts, lockContactsByPhone, markHasConversation } from '../contact-rows/index.ts'
import { findLocation } from '../locations/index.ts'
import { isBlocked, isOptedOut } from '../messaging/index.ts'
import { findCachedLookup, findPhoneNumber } from '../phone-numbers/index.ts'
import { countNewConversation } from '../totals/index.ts'
import { seesNumber } from '../visibility/index.ts'
import type { ConversationDeps } from './deps.ts'
import { conversationStarted } from './events.ts'
import { findByPhoneNumbers, findConversation, findOwnConversation } from './queries.ts'
import { announce, conversationChanged } from './realtime.ts'
import type { ConversationRow, OwnConversationRow } from './rows.ts'

interface Thread {
  contactPhone: string
  tenantPhone: string
  phoneNumberId: string
  locationId: string
}

/**
 * Finds the conversation of a contact's number with one of ours, or starts it; concurrent calls start only one.
 * `startedEvent` is the event of a new conversation. `viaId` is set if the number pair was merged into another
 * conversation; it cannot be unmerged before the transaction ends.
 */
export async function getOrStartConversation(
  tx: TenantTx,
  {
    contactPhone,
    tenantPhone,
    phoneNumberId,
    locationId,
    contactName,
    assigneeId,
    source,
    at,
    startedBy,
    lockedContactId,
    folder = DEFAULT_FOLDER,
    isClosed = false,
  }: Thread & {
    contactName: string
    assigneeId: string | null
    source: 'sms' | 'user'
    at: string
    /** Null when the contact wrote first. */
    startedBy: Viewer | null
    /** The contact's row, if the caller has locked it and the starter sees it: it is not looked up again. */
    lockedContactId?: string
    /** A folder of the location, which the caller has locked. */
    folder?: string
    isClosed?: boolean
  },
): Promise<{ id: string; startedEvent: string | null; viaId: string | null }> {
  const find = () =>
    tx
      .selectFrom('conversations')
      .where('tenantId', '=', tx.tenantId)
      .where('tenantPhone', '=', tenantPhone)
      .where('contactPhone', '=', contactPhone)
      .select('id')
      .executeTakeFirst()
  const existing = lockedContactId === undefined ? await find() : undefined
  if (existing) return { id: existing.id, startedEvent: null, viaId: null }

  const contactId =
    lockedContactId ??
    (await lockContact(
      tx,
      { name: contactName, phone: contactPhone },
      { locationId, source, addedBy: startedBy?.userId ?? null, at },
    ))
  // Merging and unmerging lock the contact too, so under this lock the number pair stays where it is.
  const merged = await tx
    .selectFrom('mergedConversations')
    .where('tenantId', '=', tx.tenantId)
    .where('tenantPhone', '=', tenantPhone)
    .where('contactPhone', '=', contactPhone)
    .select(['id', 'intoId'])
    .executeTakeFirst()
  if (merged) return { id: merged.intoId, startedEvent: null, viaId: merged.id }
  const isContactRestricted =
    lockedContactId === undefined && startedBy !== null && !(await seesNumber(tx, startedBy, contactPhone))
  const id = newId()
  const inserted = await tx
    .insertInto('conversations')
    .columns([
      'tenantId',
      'id',
      'contactId',
      'phoneNumberId',
      'contactPhone',
      'tenantPhone',
      'locationId',
      'toUserId',
      'isBlocked',
      'isOptedOut',
      'isContactRestricted',
      'folder',
      'isClosed',
      'sortedAt',
      'createdAt',
    ])
    // Selected, because Citus does not insert a subquery as a value.
    .expression(
      tx.selectNoFrom(({ val }) => [
        val(tx.tenantId).as('tenantId'),
        val(id).as('id'),
        val(contactId).as('contactId'),
        val(phoneNumberId).as('phoneNumberId'),
        val(contactPhone).as('contactPhone'),
        val(tenantPhone).as('tenantPhone'),
        val(locationId).as('locationId'),
        val(assigneeId).as('toUserId'),
        isBlocked(tx, contactPhone).as('isBlocked'),
        isOptedOut(tx, contactPhone, tenantPhone).as('isOptedOut'),
        val(isContactRestricted).as('isContactRestricted'),
        val(folder).as('folder'),
        val(isClosed).as('isClosed'),
        val(at).as('sortedAt'),
        val(at).as('createdAt'),
      ]),
    )
    .onConflict((conflict) => conflict.columns(['tenantId', 'contactPhone', 'tenantPhone']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) {
    const other = await find()
    if (!other) throw new Error('A conversation was not found after its insert conflicted.')
    return { id: other.id, startedEvent: null, viaId: null }
  }
  if (!isContactRestricted) await markHasConversation(tx, [contactPhone])
  await countNewConversation(tx, { locationId, toUserId: assigneeId, folder, isClosed })
  const startedEvent = await conversationStarted.record(tx, {
    at,
    scope: { locationId, assigneeId },
    conversationId: inserted.id,
    data: { source, contactId },
  })
  return { id: inserted.id, startedEvent, viaId: null }
}

/** Locks the contact with a number, which is added if there is none. Returns the id of its row. */
async function lockContact(
  tx: TenantTx,
  contact: { name: string; phone: string },
  origin: Parameters<typeof insertContacts>[2],
): Promise<string> {
  await insertContacts(tx, [contact], origin)
  // A concurrent block or opt-out waits until the conversation exists; see lockConversationsOfNumbers.
  await lockContactsByPhone(tx, [contact.phone])
  const { id } = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('phone', '=', contact.phone)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface StartRequest {
  contactName: string
  contactPhoneNumber: string
  tenantPhoneNumber: string
  assigneeId: string | null
  locationId?: string | undefined
}

export function phonesOf(request: StartRequest): { tenantPhone: string; contactPhone: string } {
  const tenantPhone = toE164(request.tenantPhoneNumber)
  if (!tenantPhone) throw new AppError('PhoneNumberNotFound')
  const contactPhone = toE164(request.contactPhoneNumber, phoneCountry(tenantPhone) ?? undefined)
  if (!contactPhone) throw new AppError('PhoneNumberInexistent', null, NUMBER_PROBLEMS.unknown.message)
  return { tenantPhone, contactPhone }
}

/** Finds or starts the conversation of a contact's number with one of ours. */
export async function startConversation(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Viewer,
  request: StartRequest,
): Promise<OwnConversationRow> {
  const { tenantPhone, contactPhone } = phonesOf(request)
  if (tenantPhone === contactPhone) throw new AppError('PhoneNumberNotFound')
  assertCountry(contactPhone)

  const number = await findPhoneNumber(tx, tenantPhone)
  // Starting a conversation takes access to the number's location: the contact's texts to it would arrive there, out of
  // sight of the people at that location.
  if (!number || !(await findLocation(tx, actor, number.locationId))) {
    const [existing] = await findByPhoneNumbers(tx, actor, [contactPhone], tenantPhone)
    if (existing) return existing
    throw new AppError('PhoneNumberNotFound')
  }
  const locationId = request.locationId ?? number.locationId
  if (!(await findLocation(tx, actor, locationId))) throw new AppError('LocationNotFound')
  const assigneeId = request.assigneeId ?? defaultAssignee(actor)
  if (assigneeId !== null && assigneeId !== actor.userId) await assertAssignable(tx, actor, assigneeId, locationId)

  const at = deps.now()
  await assertTextable(tx, { contactPhone, tenantPhone, at })
  const { id, startedEvent } = await getOrStartConversation(tx, {
    contactPhone,
    tenantPhone,
    phoneNumberId: number.id,
    locationId,
    contactName: request.contactName,
    assigneeId,
    source: 'user',
    at,
    startedBy: actor,
  })
  const conversation = await findOwnConversation(tx, actor, id)
  if (!conversation) throw new AppError('ConversationNotFound')
  if (startedEvent)
    tx.afterCommit(() =>
      announce(deps, tx.tenantId, conversation, [conversationChanged(startedEvent, at, conversation)]),
    )
  return conversation
}

/** Teammates who see only their own conversations could not see an unassigned one that they start. */
const defaultAssignee = (actor: Viewer): string | null =>
  can(actor, 'convos_view_unassigned_conversations') ? null : actor.userId

function assertCountry(contactPhone: string): void {
  const country = phoneCountry(contactPhone)
  if (country !== 'US' && country !== 'CA') throw new AppError('PhoneNumberInexistent')
}

/** Who a conversation of a message to many is with, and from which number; both were read in this transaction. */
export interface KnownThread extends Thread {
  /** The contact's row, which the caller has locked and the actor sees. */
  contactId: string
  /** The conversation, if it has been found. */
  conversationId: string | null
  /** Where a new conversation starts: in a folder of the location, which the caller has locked; closed until the contact writes. */
  folder?: string
  isClosed?: boolean
}

/**
 * Finds or starts the conversation of a contact with a number that the actor may use, and locks it; undefined if they may
 * not see it. Looks nothing up that the caller knows.
 */
export async function openConversation(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Viewer,
  { contactId, conversationId, ...thread }: KnownThread,
): Promise<ConversationRow | undefined> {
  if (conversationId !== null) return findConversation(tx, actor, conversationId, 'change')
  assertCountry(thread.contactPhone)
  const at = deps.now()
  await assertTextable(tx, { ...thread, at })
  const { id, startedEvent } = await getOrStartConversation(tx, {
    ...thread,
    contactName: '',
    assigneeId: defaultAssignee(actor),
    source: 'user',
    at,
    startedBy: actor,
    lockedContactId: contactId,
  })
  const conversation = await findConversation(tx, actor, id, 'change')
  if (conversation && startedEvent)
    tx.afterCommit(() =>
      announce(deps, tx.tenantId, conversation, [conversationChanged(startedEvent, at, conversation)]),
    )
  return conversation
}

/** Refuses to start a conversation with a number that the carrier has reported as invalid. Existing ones still open. */
async function assertTextable(
  tx: TenantTx,
  { contactPhone, tenantPhone, at }: { contactPhone: string; tenantPhone: string; at: string },
): Promise<void> {
  const lookup = await findCachedLookup(tx, contactPhone, at)
  const problem =
    lookup &&
    numberProblem({
      valid: lookup.isValid,
      country_code: lookup.countryCode,
      phone_number: contactPhone,
      line_type_intelligence: { type: lookup.lineType },
      isLookedUp: true,
    })
  if (!problem) return
  const { rows: threads } = await sql`
    select from conversations c where c.tenant_id = ${tx.tenantId} and c.contact_phone = ${contactPhone} and c.tenant_phone = ${tenantPhone}
    union all
    select from merged_conversations v
    where v.tenant_id = ${tx.tenantId} and v.contact_phone = ${contactPhone} and v.tenant_phone = ${tenantPhone}`.execute(
    tx,
  )
  const { code, message } = NUMBER_PROBLEMS[problem]
  if (threads.length === 0) throw new AppError(code, { problem }, message)
}
