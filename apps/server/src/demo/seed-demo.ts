import { randomUUID } from 'node:crypto'
import type { SubscriptionChange } from '@frontdesk/contract/api'
import { PLAN_TIERS } from '@frontdesk/contract/rules'
import type { Sandbox } from '@frontdesk/sandbox'
import type { Frontdesk } from '../app/frontdesk.ts'
import { addUser, registerTenant } from '../modules/accounts/index.ts'
import { saveBusinessHours } from '../modules/business-hours/index.ts'
import { saveConversationConfigs } from '../modules/conversation-configs/index.ts'
import type { Demo } from '../modules/dev-admin/index.ts'
import { addFolder } from '../modules/folders/index.ts'
import { addLocation } from '../modules/locations/index.ts'
import { mergeConversations } from '../modules/merging/index.ts'
import { buyPhoneNumber } from '../modules/phone-numbers/index.ts'
import { findSubscription, setSubscription } from '../modules/subscription/index.ts'
import { INBOX_VIEWS, saveView } from '../modules/views/index.ts'
import { DEMO_CONVERSATIONS, DEMO_ZONE } from './harbor-dental.ts'
import { seedBookings } from './seed-bookings.ts'
import { seedCampaigns } from './seed-campaigns.ts'
import { seedCardPayments } from './seed-card-payments.ts'
import { seedConversation } from './seed-conversation.ts'
import { seedPaidBookings } from './seed-paid-bookings.ts'
import { seedPayments } from './seed-payments.ts'

const DEMO_PASSWORD = 'frontdesk-demo'
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
    const id = await seedConversation(server, sandbox, actor, {
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
