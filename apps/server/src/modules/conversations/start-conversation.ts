import { can, DEFAULT_FOLDER, NUMBER_PROBLEMS, phoneCountry, toE164, type Viewer } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { assertAssignable } from '../assignees/index.ts'
import { insertContacts, lockContactsByPhone } from '../contact-rows/index.ts'
import { findLocation } from '../locations/index.ts'
import { findPhoneNumber } from '../phone-numbers/index.ts'
import { seesNumber } from '../visibility/index.ts'
import type { ConversationDeps } from './deps.ts'
import { findCountryRefusal, findLookupRefusals } from './find-refusals.ts'
import { findIdsByPair, insertConversations, type Started, type Thread } from './insert-conversations.ts'
import { findByPhoneNumbers, findOwnConversation } from './queries.ts'
import { announce, conversationChanged } from './realtime.ts'
import type { OwnConversationRow } from './rows.ts'

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
    isClosed = false,
  }: Thread & {
    contactName: string
    assigneeId: string | null
    source: 'sms' | 'user'
    at: string
    /** Null when the contact wrote first. */
    startedBy: Viewer | null
    /** Until the contact writes. */
    isClosed?: boolean
  },
): Promise<Started> {
  const [existingId] = (await findIdsByPair(tx, [{ contactPhone, tenantPhone }])).values()
  if (existingId !== undefined) return { id: existingId, startedEvent: null, viaId: null }

  const contactId = await lockContact(
    tx,
    { name: contactName, phone: contactPhone },
    { locationId, source, addedBy: startedBy?.userId ?? null, at },
  )
  const isContactRestricted = startedBy !== null && !(await seesNumber(tx, startedBy, contactPhone))
  const thread = { contactPhone, tenantPhone, phoneNumberId, locationId, contactId, assigneeId, isContactRestricted }
  const [started] = await insertConversations(tx, [{ ...thread, folder: DEFAULT_FOLDER, isClosed }], {
    source,
    at,
  })
  if (!started) throw new Error('A conversation was not started.')
  return started
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
  const refusal = findCountryRefusal(contactPhone)
  if (refusal) throw refusal

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
  const lookupRefusal = (await findLookupRefusals(tx, [{ contactPhone, tenantPhone }], at)).get(contactPhone)
  if (lookupRefusal) throw lookupRefusal
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
export const defaultAssignee = (actor: Viewer): string | null =>
  can(actor, 'convos_view_unassigned_conversations') ? null : actor.userId
