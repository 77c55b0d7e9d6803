import type { Consent } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { refreshConversations } from '../changes/index.ts'
import { recordContactUpdated } from '../contact-rows/index.ts'
import { lockContact, phonesOf } from '../contacts/index.ts'
import { contactChanged } from '../conversations/events.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { isWithdrawn, withdrawImpliedConsent } from '../messaging/index.ts'
import { findPhoneNumber } from '../phone-numbers/index.ts'
import { assertSeesAllOfNumbers, locationsOfNumbers } from '../visibility/index.ts'
import { readConsent } from './queries.ts'
import { accessTenantPhone } from './record-consent.ts'

/**
 * Withdraws a purchase or an inquiry that was recorded by mistake, such as for the wrong contact. Takes the same access
 * as recording it; if our number is not ours any more, and so of no location, as recording it for all our numbers.
 * Repeated, it changes nothing.
 */
export async function withdrawConsent(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { contactId, eventId }: { contactId: string; eventId: string },
): Promise<Consent> {
  // A merged contact has the records of all its numbers.
  const { contact, threads } = await lockContact(tx, actor, contactId)
  const record = await findImpliedConsent(tx, phonesOf(contact), eventId)
  if (!record) throw new AppError('ConsentRecordNotFound')
  const { contactPhone, tenantPhone, kind } = record
  const isOurs = tenantPhone !== null && (await findPhoneNumber(tx, tenantPhone)) !== undefined
  if (isOurs) await accessTenantPhone(tx, actor, tenantPhone)
  else await assertSeesAllOfNumbers(tx, actor, [contactPhone])
  if (!record.isWithdrawn) {
    const at = tx.now()
    await withdrawImpliedConsent(
      tx,
      { id: eventId, contactPhone, tenantPhone, wording: record.wording, happenedOn: record.agreedOn ?? undefined },
      { recordedBy: actor.userId, at },
    )
    await refreshConversations(deps, tx, threads, { event: contactChanged.of(), at, actorUserId: actor.userId })
    await recordContactUpdated(tx, actor, contactId)
    await recordAudit(tx, {
      action: 'consent.withdrawn',
      actor,
      // The audit log does not contain full numbers of contacts.
      subject: `Number ending in ${contactPhone.slice(-4)}`,
      data: { kind },
      locationIDs: await locationsOfNumbers(tx, [contactPhone]),
      at,
    })
  }
  return readConsent(tx, actor, { contactId, pageSize: 50 })
}

const findImpliedConsent = (tx: TenantTx, contactPhones: readonly string[], id: string) =>
  tx
    .selectFrom('consentEvents as e')
    .where('e.tenantId', '=', tx.tenantId)
    .where('e.id', '=', id)
    .where('e.contactPhone', 'in', [...contactPhones])
    .where('e.kind', 'in', ['purchase', 'inquiry'])
    .select(['e.contactPhone', 'e.tenantPhone', 'e.kind', 'e.wording', 'e.agreedOn'])
    .select(isWithdrawn(tx).as('isWithdrawn'))
    .executeTakeFirst()
