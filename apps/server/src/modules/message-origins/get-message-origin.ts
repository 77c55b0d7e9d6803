import type { MessageOrigin } from '@frontdesk/contract/api'
import { type MessagePurpose, toSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { findConsentBefore } from '../consent/index.ts'
import { findGroupMessageOrigin } from '../group-messages/index.ts'
import { contactRegion } from '../messaging/index.ts'
import { findVisibleContacts } from '../visibility/index.ts'
import { accessSentMessage, type SentMessage } from './access.ts'
import { toAudience } from './audience.ts'
import { findSender } from './sender.ts'

/**
 * Returns why a message was sent, to those who see its conversation. Anything else that they may not see is left out.
 */
export async function getMessageOrigin(tx: TenantTx, actor: Actor, id: string): Promise<MessageOrigin> {
  const message = await accessSentMessage(tx, actor, id)
  const { contactId, contactPhone, tenantPhone, createdAt, isMarketing } = message
  const groupMessage = await findGroupMessageOrigin(tx, actor, id)
  const isContactVisible = (await findVisibleContacts(tx, actor, [contactId])).has(contactId)
  return {
    sid: toSid('IM', id),
    sender: await findSender(tx, actor, message, groupMessage),
    audience: groupMessage ? await toAudience(tx, actor, groupMessage) : null,
    consent: isContactVisible
      ? {
          event: await findConsentBefore(tx, actor, { contactPhone, tenantPhone, isMarketing, at: createdAt }),
          contactID: contactId,
        }
      : null,
    gate: gateOf(message, { isContactVisible }),
  }
}

/**
 * Messages from before it was recorded have the region that their numbers have now. For a contact that the caller
 * cannot see, it follows from the number alone.
 */
function gateOf(message: SentMessage, { isContactVisible }: { isContactVisible: boolean }): MessageOrigin['gate'] {
  const { contactPhone, timeZone, origin, claimedAt, deliveryStatus } = message
  const { hours = null, automated = null } = (isContactVisible && origin?.gate) || {}
  const { timeZones, zoneFrom, state, country } =
    hours ?? contactRegion(contactPhone, timeZone ?? 'UTC', isContactVisible ? message : {})
  return {
    purpose: purposeOf(message),
    leftOnUtc: deliveryStatus === 'queued' ? null : claimedAt,
    region: { timeZones, zoneFrom, state, country },
    hours: hours && { opens: hours.opens, closes: hours.closes },
    automatedTexts: automated,
    held: origin?.held ?? null,
  }
}

function purposeOf({ isMarketing, purpose, authorUserId }: SentMessage): MessagePurpose {
  if (isMarketing) return 'marketing'
  if (purpose === 'keyword-answer') return purpose
  return authorUserId === null ? 'automatic' : purpose
}
