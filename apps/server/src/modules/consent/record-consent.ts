import type { Consent, Contact } from '@frontdesk/contract/api'
import { type ConsentPurpose, type ConsentSource, toE164 } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { refreshConversations } from '../changes/index.ts'
import { recordContactUpdated } from '../contact-rows/index.ts'
import { lockContact, phonesOf } from '../contacts/index.ts'
import { contactChanged } from '../conversations/events.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { recordConsent } from '../messaging/index.ts'
import { findPhoneNumber } from '../phone-numbers/index.ts'
import { assertSeesAllOfNumbers } from '../visibility/index.ts'
import { findOptedOutByText, readConsent } from './queries.ts'

/** It may be tomorrow where the teammate is. */
const DAY_MS = 24 * 60 * 60_000

export interface ConsentRequest {
  contactId: string
  phoneNumber?: string | undefined
  tenantPhoneNumber: string | null
  kind: 'opt-out' | 'opt-in' | 'purchase' | 'inquiry'
  happenedOn?: string | undefined
  purpose: ConsentPurpose | 'all'
  source: ConsentSource
  wording: string
  pageUrl?: string | undefined
  ipAddress?: string | undefined
}

/**
 * Records consent that a teammate received. Everyone who sees the contact may record an opt-out, because the law asks
 * to honor it however it is expressed. Consent for all our numbers requires access to all conversations, and none
 * lifts an opt-out by text, which the carrier applies.
 */
export async function recordContactConsent(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { contactId, phoneNumber, tenantPhoneNumber, ...record }: ConsentRequest,
): Promise<Consent> {
  const tenantPhone = tenantPhoneNumber === null ? null : await accessTenantPhone(tx, actor, tenantPhoneNumber)
  // Locked before its numbers are read, so that one added or merged at the same time is not left out.
  const { contact, threads } = await lockContact(tx, actor, contactId)
  const contactPhones = findNumbers(contact, phoneNumber)
  if (record.happenedOn !== undefined && record.happenedOn > shift(tx.now(), DAY_MS).slice(0, 10))
    throw new AppError('InvalidInput')
  if (record.kind !== 'opt-out') {
    if (tenantPhone === null) await assertSeesAllOfNumbers(tx, actor, contactPhones)
    const tenantPhoneNumbers = await findOptedOutByText(tx, contactPhones, tenantPhone)
    if (tenantPhoneNumbers.length > 0) throw new AppError('OptedOutByText', { tenantPhoneNumbers })
  }
  const at = tx.now()
  for (const contactPhone of contactPhones)
    await recordConsent(tx, { ...record, contactPhone, tenantPhone, recordedBy: actor.userId, at })
  await refreshConversations(deps, tx, threads, {
    event: contactChanged.of(),
    at,
    actorUserId: actor.userId,
  })
  await recordContactUpdated(tx, actor, contactId)
  return readConsent(tx, actor, { contactId, pageSize: 50 })
}

/** The given number of a contact, or all of them. */
function findNumbers(contact: Contact, phoneNumber: string | undefined): string[] {
  const phones = phonesOf(contact)
  if (phoneNumber === undefined) return phones
  const phone = toE164(phoneNumber)
  if (phone === null || !phones.includes(phone)) throw new AppError('ContactNotFound')
  return [phone]
}

/** One of our numbers, of a location that the actor has. */
export async function accessTenantPhone(tx: TenantTx, { locationIds }: Actor, phoneNumber: string): Promise<string> {
  const phone = toE164(phoneNumber)
  const number = phone ? await findPhoneNumber(tx, phone) : undefined
  if (!number || (locationIds !== null && !locationIds.includes(number.locationId)))
    throw new AppError('PhoneNumberNotFound')
  return number.phoneNumber
}
