import type { SendPreview } from '@frontdesk/contract/api'
import { countSegments, type SendGateReason } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { shift } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { readInstant } from '../../../platform/paging.ts'
import { accessConversation } from '../../conversations/index.ts'
import { checkSend, findCarrierAccount, findQuietHours } from '../../messaging/index.ts'
import { choosePair } from '../../number-pairs/index.ts'
import { findPhoneNumber } from '../../phone-numbers/index.ts'
import { readSendingSettings } from '../../sending/index.ts'
import type { SendDeps } from '../deps.ts'

/** A contact who texted within this time expects a reply, even in quiet hours. */
const RECENT_MS = 60 * 60_000

/** Previews the send gate's decision for a text, sent now or scheduled, and its price. */
export async function previewSend(
  deps: SendDeps,
  tx: TenantTx,
  actor: Actor,
  request: {
    conversationId: string
    text: string
    attachmentIds: string[]
    sendAt?: string | undefined
    viaId?: string | undefined
  },
): Promise<SendPreview> {
  const conversation = await accessConversation(tx, actor, request.conversationId)
  const { contactPhone, tenantPhone } = await choosePair(tx, conversation, request.viaId)
  const { isContactHidden } = conversation
  const now = deps.now()
  const at = request.sendAt === undefined ? now : readInstant(request.sendAt, 'sendAt')
  const number = await findPhoneNumber(tx, tenantPhone)
  const account = number ? await findCarrierAccount(deps, tx, number.messagingAccountId) : null
  const isScheduled = request.sendAt !== undefined
  const [decision, quietHours, prices, hasMedia] = await Promise.all([
    checkSend(
      tx,
      { contactPhone, tenantPhone, purpose: isScheduled ? 'automatic' : 'conversation', at },
      account !== null,
    ),
    findQuietHours(tx, { contactPhone, tenantPhone, at, isContactHidden }),
    readSendingSettings(tx),
    hasAttachments(tx, actor, request.attachmentIds),
  ])
  const { rows } = await sql`
    select from messages m where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${conversation.id}
      and not m.is_outgoing and m.created_at > ${shift(now, -RECENT_MS)}::timestamptz
    order by m.index desc limit 1`.execute(tx)
  const isReply = !isScheduled && rows.length > 0
  const { segments } = countSegments(request.text)
  return {
    verdict: decision.verdict,
    reasons: decision.verdict === 'send' ? [] : decision.reasons,
    warnings: decision.verdict === 'send' ? warningsOf(quietHours, isReply) : [],
    opensAt: quietHours.until,
    timeZone: quietHours.timeZones[0] ?? 'UTC',
    timeZoneFrom: quietHours.zoneFrom,
    windowClosesAt: null,
    segments,
    currency: prices.currency,
    pricePerSegment: prices.pricePerSegment,
    pricePerMediaMessage: prices.pricePerMediaMessage,
    price: hasMedia ? prices.pricePerMediaMessage : segments * prices.pricePerSegment,
  }
}

/** Warnings that a teammate may override. */
const warningsOf = (
  { until, isUnreachable }: { until: string | null; isUnreachable: boolean },
  isReply: boolean,
): SendGateReason[] => [
  ...(isUnreachable ? (['unreachable'] as const) : []),
  ...(until !== null && !isReply ? (['quiet-hours'] as const) : []),
]

/** Whether the message has attachments, all of which the actor has uploaded. */
async function hasAttachments(tx: TenantTx, actor: Actor, ids: string[]): Promise<boolean> {
  if (ids.length === 0) return false
  const files = await tx
    .selectFrom('files')
    .where('tenantId', '=', tx.tenantId)
    .where('id', 'in', ids)
    .where('uploadedBy', '=', actor.userId)
    .select('id')
    .execute()
  if (files.length !== new Set(ids).size) throw new AppError('AttachmentUnknown')
  return true
}
