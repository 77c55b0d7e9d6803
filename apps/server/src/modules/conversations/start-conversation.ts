import { can, NUMBER_PROBLEMS, numberProblem, phoneCountry, toE164, type Viewer } from '@frontdesk/contract/rules'
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
import { findByPhoneNumbers, findOwnConversation } from './queries.ts'
import { announce, conversationChanged } from './realtime.ts'
import type { OwnConversationRow } from './rows.ts'

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
  }: Thread & {
    contactName: string
    assigneeId: string | null
    source: 'sms' | 'user'
    at: string
    /** Null when the contact wrote first. */
    startedBy: Viewer | null
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
  const existing = await find()
  if (existing) return { id: existing.id, startedEvent: null, viaId: null }

  await insertContacts(tx, [{ name: contactName, phone: contactPhone }], { locationId, source, at })
  // A concurrent block or opt-out waits until the conversation exists; see lockConversationsOfNumbers.
  await lockContactsByPhone(tx, [contactPhone])
  const row = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('phone', '=', contactPhone)
    .select('id')
    .executeTakeFirstOrThrow()
  // Merging and unmerging lock the contact too, so under this lock the number pair stays where it is.
  const merged = await tx
    .selectFrom('mergedConversations')
    .where('tenantId', '=', tx.tenantId)
    .where('tenantPhone', '=', tenantPhone)
    .where('contactPhone', '=', contactPhone)
    .select(['id', 'intoId'])
    .executeTakeFirst()
  if (merged) return { id: merged.intoId, startedEvent: null, viaId: merged.id }
  const isContactRestricted = startedBy !== null && !(await seesNumber(tx, startedBy, contactPhone))
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
      'sortedAt',
      'createdAt',
    ])
    // Selected, because Citus does not insert a subquery as a value.
    .expression(
      tx.selectNoFrom(({ val }) => [
        val(tx.tenantId).as('tenantId'),
        val(id).as('id'),
        val(row.id).as('contactId'),
        val(phoneNumberId).as('phoneNumberId'),
        val(contactPhone).as('contactPhone'),
        val(tenantPhone).as('tenantPhone'),
        val(locationId).as('locationId'),
        val(assigneeId).as('toUserId'),
        isBlocked(tx, contactPhone).as('isBlocked'),
        isOptedOut(tx, contactPhone, tenantPhone).as('isOptedOut'),
        val(isContactRestricted).as('isContactRestricted'),
        val(at).as('sortedAt'),
        val(at).as('createdAt'),
      ]),
    )
    .onConflict((conflict) => conflict.columns(['tenantId', 'contactPhone', 'tenantPhone']).doNothing())
    .returning(['id', 'folder'])
    .executeTakeFirst()
  if (!inserted) {
    const other = await find()
    if (!other) throw new Error('A conversation was not found after its insert conflicted.')
    return { id: other.id, startedEvent: null, viaId: null }
  }
  if (!isContactRestricted) await markHasConversation(tx, [contactPhone])
  await countNewConversation(tx, { locationId, toUserId: assigneeId, folder: inserted.folder })
  const startedEvent = await conversationStarted.record(tx, {
    at,
    scope: { locationId, assigneeId },
    conversationId: inserted.id,
    data: { source, contactId: row.id },
  })
  return { id: inserted.id, startedEvent, viaId: null }
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
  const country = phoneCountry(contactPhone)
  if (country !== 'US' && country !== 'CA') throw new AppError('PhoneNumberInexistent')

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
  // Teammates who see only their own conversations could not see an unassigned one that they start.
  const assigneeId = request.assigneeId ?? (can(actor, 'convos_view_unassigned_conversations') ? null : actor.userId)
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
