import { createHash, randomUUID } from 'node:crypto'
import type { SubscriptionChange } from '@frontdesk/contract/api'
import { PLAN_TIERS } from '@frontdesk/contract/rules'
import type { Sandbox } from '@frontdesk/sandbox'
import type { Frontdesk } from '../app/frontdesk.ts'
import { addUser, registerTenant } from '../modules/accounts/index.ts'
import { markRead, snoozeConversation } from '../modules/attention/index.ts'
import { saveBusinessHours } from '../modules/business-hours/index.ts'
import { saveCampaign, startCampaign } from '../modules/campaigns/index.ts'
import { setOpenState } from '../modules/changes/index.ts'
import { addContacts, updateLabels } from '../modules/contacts/index.ts'
import { saveConversationConfigs } from '../modules/conversation-configs/index.ts'
import { startConversation } from '../modules/conversations/index.ts'
import type { Demo } from '../modules/dev-admin/index.ts'
import { addFolder, changeFolder } from '../modules/folders/index.ts'
import { lockGroupMessage, sendBatch } from '../modules/group-messages/index.ts'
import { addLocation } from '../modules/locations/index.ts'
import { mergeConversations } from '../modules/merging/index.ts'
import { receiveMessage, receiveStatus, scheduleMessage, sendMessage } from '../modules/messages/index.ts'
import { recordConsent } from '../modules/messaging/index.ts'
import { addNote } from '../modules/notes/index.ts'
import { buyPhoneNumber } from '../modules/phone-numbers/index.ts'
import { findSubscription, setSubscription } from '../modules/subscription/index.ts'
import { INBOX_VIEWS, saveView } from '../modules/views/index.ts'
import type { Actor } from '../platform/actor.ts'
import { shift } from '../platform/clock.ts'
import { DEMO_CAMPAIGN, DEMO_CAMPAIGN_DRAFT, DEMO_CONVERSATIONS, type DemoConversation } from './harbor-dental.ts'
import { seedBookings } from './seed-bookings.ts'
import { seedCardPayments } from './seed-card-payments.ts'
import { seedPaidBookings } from './seed-paid-bookings.ts'
import { seedPayments } from './seed-payments.ts'

const DEMO_PASSWORD = 'frontdesk-demo'
const DEMO_ZONE = 'America/Los_Angeles'
/** Paid for a year, so that no feature is locked. */
const DEMO_SUBSCRIPTION: SubscriptionChange = {
  status: 'active',
  subscriptionName: 'Pro',
  subscriptionRank: PLAN_TIERS.pro,
  currentPeriodEnd: null,
  isApplePayment: false,
  isDemoAccount: true,
  hasMultiLocation: true,
  hasAIAutomatedReplies: false,
  hasAIBookingAssistant: false,
  hasAIVoiceCalls: false,
  totalTeamMembers: 25,
  totalPhoneNumbers: 10,
  totalDeskPhones: null,
}
/** Consent wording that the patients signed, so that messages to groups reach them. */
const MARKETING_WORDING =
  'I agree to receive offers and reminders from Harbor Dental by text. I can stop them any time.'
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Whether there are no accounts yet. */
export async function isEmpty({ database }: Frontdesk): Promise<boolean> {
  return (await database.directory.selectFrom('directory.logins').select('id').limit(1).execute()).length === 0
}

const DEMO_OWNER = 'owner@harbor-dental.test'
const DEMO_MANAGER = 'manager@harbor-dental.test'
const DEMO_MEMBER = 'member@harbor-dental.test'

const WEEKDAY = [{ opens: '08:00', closes: '18:00' }]
const WEEKEND = [{ opens: '09:00', closes: '16:00' }]
/** Open on every day, so that the visits of today are within them. */
const DEMO_HOURS = {
  week: {
    ...{ monday: WEEKDAY, tuesday: WEEKDAY, wednesday: WEEKDAY, thursday: WEEKDAY, friday: WEEKDAY },
    ...{ saturday: WEEKEND, sunday: WEEKEND },
  },
  exceptions: [],
  afterHours: { isEnabled: false, message: '' },
}

export interface DemoOptions {
  /** Whether the payment provider is the sandbox, so that patients can have paid. */
  isPaidInSandbox?: boolean
}

/** Data that the operators’ page needs to reset the demo business. */
export const demoOf =
  (sandbox: Sandbox, options?: DemoOptions) =>
  (server: Frontdesk): Demo => ({
    emails: [DEMO_OWNER, DEMO_MANAGER, DEMO_MEMBER],
    password: DEMO_PASSWORD,
    make: () => seedDemo(server, sandbox, options),
  })

export async function hasDemo({ database }: Frontdesk): Promise<boolean> {
  return (
    (await database.directory.selectFrom('directory.logins').where('email', '=', DEMO_OWNER).select('id').execute())
      .length > 0
  )
}

/**
 * Creates the demo business with the product's own operations, so that all its data is valid. Its texts are stored as
 * delivered, so no job sends them.
 */
export async function seedDemo(
  server: Frontdesk,
  sandbox: Sandbox,
  { isPaidInSandbox = true }: DemoOptions = {},
): Promise<void> {
  const { services: deps } = server
  const { sessions } = deps
  const owner = await registerTenant(
    deps,
    { address: 'demo', userAgent: undefined, device: 'demo' },
    {
      businessName: 'Harbor Dental',
      firstName: 'Olivia',
      lastName: 'Hart',
      email: DEMO_OWNER,
      password: DEMO_PASSWORD,
      timeZone: DEMO_ZONE,
    },
  )
  const scope = { tenantId: owner.tenantId }
  const actor = await sessions.authenticateBearer(owner.bearerToken)
  const locationIds = await deps.inTenant(scope, async (tx) => {
    await setSubscription(server.services, tx, DEMO_SUBSCRIPTION, deps.now())
    const first = await tx
      .updateTable('locations')
      .set({
        name: 'Harbor Dental Downtown',
        formattedAddress: '1201 4th Avenue, Suite 300, Seattle, WA 98101',
        colorHex: '#4263eb',
      })
      .where('tenantId', '=', tx.tenantId)
      .returning('id')
      .executeTakeFirstOrThrow()
    const second = await addLocation(
      tx,
      {
        name: 'Harbor Dental Ballard',
        formattedAddress: '5400 Ballard Avenue NW, Seattle, WA 98107',
        timeZone: DEMO_ZONE,
        colorHex: '#0ca678',
      },
      deps.now(),
    )
    return { Downtown: first.id, Ballard: second }
  })
  const numbers = {
    Downtown: (
      await buyPhoneNumber(deps, actor, {
        areaCode: '206',
        locationID: locationIds.Downtown,
        requestId: randomUUID(),
      })
    ).phoneNumber,
    Ballard: (
      await buyPhoneNumber(deps, actor, {
        areaCode: '206',
        locationID: locationIds.Ballard,
        requestId: randomUUID(),
      })
    ).phoneNumber,
  }
  for (const number of Object.values(numbers)) sandbox.registerNumber(number)
  const person = (email: string, firstName: string, lastName: string, role: 'Manager' | 'TeamMember') =>
    addUser(deps, scope, { email, password: DEMO_PASSWORD, firstName, lastName, role, locationIds: null })
  const team = {
    manager: await person(DEMO_MANAGER, 'Marcus', 'Lee', 'Manager'),
    member: await person(DEMO_MEMBER, 'Sofia', 'Reyes', 'TeamMember'),
  }
  const silent = { ...deps, push: () => {}, wake: () => {} }
  await server.database.inTenantWith({ push: () => {} })(scope, async (tx) => {
    await addFolder(tx, actor, { folderName: 'Insurance', locationID: null })
    await saveView(tx, actor, INBOX_VIEWS, {
      name: 'Unassigned and unread',
      search: 'to=none&unread=true',
      isShared: true,
    })
    await saveConversationConfigs(tx, actor, { translateTo: 'en' })
    for (const locationID of Object.values(locationIds))
      await saveBusinessHours(tx, actor, { locationID, version: 0, ...DEMO_HOURS })
  })
  await seedCampaigns(server, sandbox, actor, { tenantPhone: numbers.Downtown, locationID: locationIds.Downtown })
  const oldestFirst = DEMO_CONVERSATIONS.toSorted((a, b) => b.hoursAgo - a.hoursAgo)
  const ids = new Map<string, string>()
  for (const conversation of oldestFirst) {
    const id = await replay(server, sandbox, actor, {
      conversation,
      tenantPhone: numbers[conversation.location],
      assigneeId: conversation.assignee ? team[conversation.assignee] : null,
      team,
    })
    ids.set(conversation.phone, id)
  }
  for (const { phone, mergedInto } of DEMO_CONVERSATIONS) {
    const [id, intoId] = [ids.get(phone), mergedInto && ids.get(mergedInto)]
    if (id && intoId) await silent.inTenant(actor, (tx) => mergeConversations(silent, tx, actor, { id, intoId }))
  }
  await seedBookings(silent, actor, {
    locationID: locationIds.Downtown,
    timeZone: DEMO_ZONE,
    userIds: [team.manager, team.member],
  })
  await seedPayments(silent, actor, { locationID: locationIds.Downtown })
  if (isPaidInSandbox) {
    const place = { locationID: locationIds.Downtown, timeZone: DEMO_ZONE }
    await seedCardPayments(server, sandbox, actor, place)
    await seedPaidBookings(server, sandbox, actor, place)
  }
  await server.database.directory
    .updateTable('directory.logins')
    .set({ verifiedAt: deps.now() })
    .where('email', '=', DEMO_OWNER)
    .execute()
  await deps.inTenant(scope, (tx) => tx.deleteFrom('directory.sessions').where('id', '=', owner.sessionId).execute())
}

const marketingOptIn = (owner: Actor, contactPhone: string) =>
  ({
    contactPhone,
    tenantPhone: null,
    kind: 'opt-in',
    purpose: 'marketing',
    source: 'paper-form',
    wording: MARKETING_WORDING,
    recordedBy: owner.userId,
  }) as const

interface CampaignSender {
  tenantPhone: string
  locationID: string
}

/** A campaign that was sent ten days ago, with a reply, and a draft. */
async function seedCampaigns(
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

const DEMO_ADMIN = 'admin@frontdesk.test'

/**
 * Creates the demo's dev admin login unless it exists, in a business of its own so that resetting the demo does not
 * sign it out. Returns null when a real account already uses the address: that one must not become a dev admin.
 */
export async function seedDemoAdmin(server: Frontdesk): Promise<string | null> {
  const { directory } = server.database
  const membership = await directory
    .selectFrom('directory.memberships')
    .innerJoin('directory.logins', 'directory.logins.id', 'directory.memberships.loginId')
    .where('directory.logins.email', '=', DEMO_ADMIN)
    .select('directory.memberships.tenantId')
    .executeTakeFirst()
  const { inTenant, now } = server.services
  if (membership) {
    const { isDemoAccount } = await inTenant(membership, (tx) => findSubscription(tx, now()))
    return isDemoAccount ? DEMO_ADMIN : null
  }
  const admin = await registerTenant(
    server.services,
    { address: 'demo', userAgent: undefined, device: 'demo' },
    {
      businessName: 'Frontdesk',
      firstName: 'Alex',
      lastName: 'Moreno',
      email: DEMO_ADMIN,
      password: DEMO_PASSWORD,
      timeZone: DEMO_ZONE,
    },
  )
  await inTenant(admin, async (tx) => {
    await setSubscription(server.services, tx, DEMO_SUBSCRIPTION, now())
    await tx.deleteFrom('directory.sessions').where('id', '=', admin.sessionId).execute()
  })
  await directory.updateTable('directory.logins').set({ verifiedAt: now() }).where('email', '=', DEMO_ADMIN).execute()
  return DEMO_ADMIN
}

interface Replay {
  conversation: DemoConversation
  tenantPhone: string
  assigneeId: string | null
  team: { manager: string; member: string }
}

async function replay(
  server: Frontdesk,
  sandbox: Sandbox,
  owner: Actor,
  { conversation, tenantPhone, assigneeId, team }: Replay,
): Promise<string> {
  const present = server.services.now()
  const end = shift(present, -Math.round(conversation.hoursAgo * HOUR_MS))
  let at = shift(end, -conversation.turns.length * 4 * MINUTE_MS)
  // Replays the past with its own clock, without pushes, jobs or the carrier.
  const context = { now: () => at, push: () => {} }
  const deps = {
    ...server.services,
    ...context,
    wake: () => {},
    inTenant: server.database.inTenantWith(context),
  }
  const route = await deps.findNumberRoute(tenantPhone)
  if (!route) throw new Error('A purchased number has no route.')

  const { phone, name } = conversation
  const started = await deps.inTenant(owner, async (tx) => {
    await recordConsent(tx, { ...marketingOptIn(owner, phone), at })
    return startConversation(deps, tx, owner, {
      contactName: name,
      contactPhoneNumber: phone,
      tenantPhoneNumber: tenantPhone,
      assigneeId,
    })
  })
  sandbox.namePhone(phone, name)
  const author =
    assigneeId === team.member
      ? { ...owner, userId: team.member, displayName: 'Sofia Reyes' }
      : { ...owner, userId: team.manager, displayName: 'Marcus Lee' }

  for (const [i, turn] of conversation.turns.entries()) {
    at = i === conversation.turns.length - 1 ? end : shift(at, (1 + ((i * 7 + name.length) % 5)) * MINUTE_MS)
    const body = turn.slice(2)
    const isInbound = turn.startsWith('>')
    // Unique per business, as the sandbox keeps the texts of earlier demo businesses.
    const providerSid = `SM${createHash('md5').update(`${owner.tenantId}${tenantPhone}${phone}${i}`).digest('hex')}`
    sandbox.importText({
      sid: providerSid,
      from: isInbound ? phone : tenantPhone,
      to: isInbound ? tenantPhone : phone,
      body,
      at,
    })
    if (isInbound) {
      await receiveMessage(deps, route, { providerSid, from: phone, body, optOutType: undefined, media: [], at })
    } else {
      // Sent and delivered in one transaction, so that no job sends it.
      const message = await deps.inTenant(owner, async (tx) => {
        const { message } = await sendMessage(deps, tx, author, {
          conversationId: started.id,
          text: body,
          attachmentIds: [],
          clientMessageId: randomUUID(),
        })
        await receiveStatus(deps, tx, {
          providerSid,
          status: 'delivered',
          errorCode: null,
          messageId: message.id,
        })
        return message
      })
      await deps.inTenant(author, (tx) => markRead(deps, tx, author, started.id, message.index))
    }
  }
  const { note, scheduled, labels } = conversation
  if (note !== undefined) {
    await deps.inTenant(author, (tx) =>
      addNote(deps, tx, author, {
        conversationId: started.id,
        note,
        mentions: note.includes('@Marcus Lee') ? [team.manager] : [],
        clientMessageId: randomUUID(),
      }),
    )
  }
  if (scheduled !== undefined) {
    const tomorrow = Temporal.Instant.from(present).toZonedDateTimeISO(DEMO_ZONE).add({ days: 1 })
    await deps.inTenant(author, (tx) =>
      scheduleMessage(deps, tx, author, {
        conversationId: started.id,
        text: scheduled,
        attachmentIds: [],
        clientMessageId: randomUUID(),
        sendAt: tomorrow.withPlainTime('10:00').toInstant().toString(),
      }),
    )
  }
  if (labels !== undefined) {
    await deps.inTenant(author, (tx) => updateLabels(deps, tx, author, { id: started.contactId, labels }))
  }
  const { folder, isUnread, isSnoozed, isClosed } = conversation
  await deps.inTenant(author, async (tx) => {
    if (!isUnread) await markRead(deps, tx, author, started.id, conversation.turns.length)
    if (folder) await changeFolder(deps, tx, author, { ids: [started.id], folderKey: folder })
    if (isSnoozed) await snoozeConversation(deps, tx, author, { id: started.id, until: null })
    if (isClosed) await setOpenState(deps, tx, author, started.id, true)
  })
  return started.id
}
