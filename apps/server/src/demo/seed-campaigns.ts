import { createHash } from 'node:crypto'
import type { Sandbox } from '@frontdesk/sandbox'
import type { Frontdesk } from '../app/frontdesk.ts'
import { markRead } from '../modules/attention/index.ts'
import { saveCampaign, startCampaign } from '../modules/campaigns/index.ts'
import { setOpenState } from '../modules/changes/index.ts'
import { addContacts } from '../modules/contacts/index.ts'
import { lockGroupMessage, sendBatch } from '../modules/group-messages/index.ts'
import { receiveMessage, receiveStatus } from '../modules/messages/index.ts'
import { recordConsent } from '../modules/messaging/index.ts'
import type { Actor } from '../platform/actor.ts'
import { shift } from '../platform/clock.ts'
import { DEMO_CAMPAIGN, DEMO_CAMPAIGN_DRAFT, DEMO_ZONE } from './harbor-dental.ts'
import { marketingOptIn } from './marketing-opt-in.ts'

const MINUTE_MS = 60_000

interface CampaignSender {
  tenantPhone: string
  locationID: string
}

/** A campaign that was sent ten days ago, with a reply, and a draft. */
export async function seedCampaigns(
  server: Frontdesk,
  sandbox: Sandbox,
  owner: Actor,
  { tenantPhone, locationID }: CampaignSender,
): Promise<void> {
  const { services } = server
  const { name, tag, text, recipients, reply } = DEMO_CAMPAIGN
  const day = Temporal.Instant.from(services.now()).toZonedDateTimeISO(DEMO_ZONE).subtract({ days: 10 })
  // At noon, so that no one is in their quiet hours.
  const noon = day.withPlainTime('12:00').toInstant().toString()
  let at = noon
  const context = { now: () => at, push: () => {} }
  const deps = { ...services, ...context, wake: () => {}, inTenant: server.database.inTenantWith(context) }
  const audience = { segmentIDs: [], groupSids: [], tags: [tag], subscribers: false, excludesOpenConversations: false }
  const contact = { email: null, birthDate: null, tags: [tag], labels: [], custom: {} }
  const contacts = recipients.map((recipient) => ({ ...contact, ...recipient }))
  for (const { phone, name: contactName } of recipients) sandbox.namePhone(phone, contactName)
  const sent = await deps.inTenant(owner, async (tx) => {
    await addContacts(tx, owner, { contacts, source: 'user', locationID })
    for (const { phone } of recipients) await recordConsent(tx, { ...marketingOptIn(owner, phone), at })
    const draft = { locationID, audience, attachments: [], variants: [], followUps: [], controlPercent: 0 }
    await saveCampaign(tx, owner, { ...draft, ...DEMO_CAMPAIGN_DRAFT })
    const { id, version } = await saveCampaign(tx, owner, { ...draft, name, text })
    await startCampaign(tx, owner, { id, version })
    // Sent and delivered in one transaction, so that no job sends it.
    for (;;) {
      const message = await lockGroupMessage(tx, id)
      if (message?.state !== 'running') break
      await sendBatch(deps, tx, message)
      const queued = await tx
        .selectFrom('messages')
        .where('tenantId', '=', tx.tenantId)
        .where('deliveryStatus', '=', 'queued')
        .select(['id', 'body', 'conversationId'])
        .execute()
      for (const { id: messageId } of queued)
        await receiveStatus(deps, tx, {
          providerSid: campaignSid(messageId),
          status: 'delivered',
          errorCode: null,
          messageId,
        })
    }
    return tx
      .selectFrom('messages as m')
      .innerJoin('conversations as c', (join) =>
        join.on('c.tenantId', '=', tx.tenantId).onRef('c.id', '=', 'm.conversationId'),
      )
      .where('m.tenantId', '=', tx.tenantId)
      .where('m.isOutgoing', '=', true)
      .select(['m.id', 'm.body', 'c.id as conversationId', 'c.contactPhone'])
      .execute()
  })
  for (const { id, body, contactPhone } of sent)
    sandbox.importText({ sid: campaignSid(id), from: tenantPhone, to: contactPhone, body: body ?? '', at })
  const route = await deps.findNumberRoute(tenantPhone)
  if (!route) throw new Error('A purchased number has no route.')
  at = shift(noon, 20 * MINUTE_MS)
  const providerSid = `SM${createHash('md5').update(`${owner.tenantId}${reply.phone}reply`).digest('hex')}`
  sandbox.importText({ sid: providerSid, from: reply.phone, to: tenantPhone, body: reply.text, at })
  await receiveMessage(deps, route, {
    providerSid,
    from: reply.phone,
    body: reply.text,
    optOutType: undefined,
    media: [],
    at,
  })
  await deps.inTenant(owner, async (tx) => {
    for (const { conversationId } of sent) {
      await markRead(deps, tx, owner, conversationId, 2)
      await setOpenState(deps, tx, owner, conversationId, true)
    }
  })
}

/** Unique per business, as the sandbox keeps the texts of earlier demo businesses. */
const campaignSid = (messageId: string): string => `SM${messageId.replaceAll('-', '')}`
