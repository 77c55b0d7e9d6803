import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { contract } from '@frontdesk/contract/api'
import type { Page } from 'playwright-core'
import { ok } from '../apps/server/src/testing/client.ts'
import type { TestUser } from '../apps/server/src/testing/test-instance.ts'
import { ROOT } from '../scripts/run-steps.ts'
import { whenQuiet, whenRendered } from './browser.ts'

/** They redirect at once, to the screen of another route. */
const NO_SCREENS = ['/', '/logout', '/conversations/new']

/** A screen for people without a login, shown to those only. */
export const NEEDS_NO_LOGIN = /^\/(auth|payment)\//

/** Every screen of the route tree that the router's generator wrote. */
export async function screenRoutes(): Promise<string[]> {
  const tree = await readFile(path.join(ROOT, 'apps/web/src/routeTree.gen.ts'), 'utf8')
  const table = /export interface FileRoutesByTo \{([^}]*)\}/.exec(tree)?.[1] ?? ''
  const routes = [...table.matchAll(/^\s*'([^']+)':/gm)].map(([, to = '']) => to)
  if (routes.length === 0) throw new Error('The route tree has no routes: was it generated?')
  return routes.filter((to) => !NO_SCREENS.includes(to))
}

/** Objects that the screens of a route show. */
export interface Subjects {
  sid: string
  contactId: string
  groupSid: string
  messageId: string
  draftCampaignID: string
  sentCampaignID: string
  automationID: string
  keywordID: string
  serviceID: string
  invoiceid: string
}

/** The address that shows the screen of a route, of these subjects. */
export const addressOf = (
  route: string,
  {
    sid,
    contactId,
    groupSid,
    messageId,
    draftCampaignID,
    sentCampaignID,
    automationID,
    keywordID,
    serviceID,
    invoiceid,
  }: Subjects,
): string =>
  route
    .replace('$groupSid', groupSid)
    .replace('$messageId', messageId)
    .replace('campaign-metrics/$campaignID', `campaign-metrics/${sentCampaignID}`)
    .replace('$campaignID', draftCampaignID)
    .replace('$automationID', automationID)
    .replace('$keywordID', keywordID)
    .replace('$serviceID', serviceID)
    .replace('$invoiceid', invoiceid)
    .replace('$sid', sid)
    .replace('$id', contactId)
    .replace('$', 'no/such/screen')

/** Waits until nothing visible is loading. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState()
  await whenRendered(page)
  // Parts of the screen may load their own code and data; the last part is rendered when this resolves again.
  await whenQuiet(page)
  await whenRendered(page)
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[role=status][aria-label=Loading]')].every(
      (placeholder) => placeholder.getClientRects().length === 0,
    ),
  )
}

/** A group with a note and a message, for the screens of groups. */
export async function createGroup(
  call: TestUser['call'],
  contactID: string,
): Promise<Pick<Subjects, 'groupSid' | 'messageId'>> {
  const { groups } = contract
  const { sid } = ok(await call(groups.save, { name: 'Regulars', contactIDs: [contactID] })).data
  ok(await call(groups.addNote, { sid, note: 'They prefer mornings' }))
  const message = {
    groupSid: sid,
    text: 'Hi :contact_first_name:, we are open late',
    clientMessageId: crypto.randomUUID(),
  }
  return { groupSid: sid, messageId: ok(await call(groups.sendMessage, message)).data.id }
}

/** A draft and a sent campaign to a group, for the screens of campaigns. */
export async function createCampaigns(
  call: TestUser['call'],
  groupSid: string,
): Promise<Pick<Subjects, 'draftCampaignID' | 'sentCampaignID'>> {
  const { campaigns } = contract
  const save = async (name: string) =>
    ok(
      await call(campaigns.save, {
        name,
        text: ':business_name:: 20% off this week, :contact_first_name:. Reply STOP to opt out.',
        audience: { groupSids: [groupSid] },
      }),
    ).data
  const { id: draftCampaignID } = await save('Summer offer')
  const { id, version } = await save('Spring offer')
  return { draftCampaignID, sentCampaignID: ok(await call(campaigns.start, { id, version })).data.id }
}

/** A follow-up that is on. */
export async function createAutomation(call: TestUser['call']): Promise<Pick<Subjects, 'automationID'>> {
  const { automations } = contract
  const { id } = ok(
    await call(automations.save, {
      name: 'Nudge after a day',
      kind: 'follow-up',
      conditions: { labels: ['New Lead'] },
      delayMinutes: 24 * 60,
      actions: { text: 'Hi :contact_first_name:, any questions?' },
    }),
  ).data
  ok(await call(automations.setEnabled, { id, isEnabled: true }))
  return { automationID: id }
}

/** An opt-in keyword of the business's first number, and a subscriber. */
export async function createKeyword(call: TestUser['call']): Promise<Pick<Subjects, 'keywordID'>> {
  const { optInKeywords, phoneNumbers, subscribers } = contract
  const [number] = ok(await call(phoneNumbers.getList, undefined)).data.phoneNumbers
  const values = { tenantPhoneNumber: number?.phoneNumber ?? '', keyword: 'DEALS' }
  const { keywords } = ok(await call(optInKeywords.getList, undefined)).data
  const { id } = keywords[0] ?? ok(await call(optInKeywords.save, values)).data
  const joined = {
    phone: '(212) 555-0142',
    name: 'Sue Subscriber',
    source: 'paper-form',
    wording: 'Signed up',
  } as const
  ok(await call(subscribers.add, joined))
  return { keywordID: id }
}

/** A payment request that was paid in part. */
export async function createPayment(
  call: TestUser['call'],
  { locationID, contactID }: { locationID: string; contactID: string },
): Promise<Pick<Subjects, 'invoiceid'>> {
  const { paymentRequests } = contract
  const lines = [{ description: 'Cleaning', unitAmount: 12_000 }]
  const draft = { clientDocumentId: crypto.randomUUID(), locationID, contactID, lines }
  const { id } = ok(await call(paymentRequests.create, draft)).data
  ok(await call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID(), amount: 5000 }))
  return { invoiceid: id }
}

/** A service that the caller provides, for the screens of bookings. */
export async function createService(call: TestUser['call'], userID: string): Promise<Pick<Subjects, 'serviceID'>> {
  const { bookingResources, bookingServices } = contract
  const { id: resourceID } = ok(await call(bookingResources.save, { kind: 'teammate', userID })).data
  const service = {
    name: 'First visit',
    color: '#0070ac',
    durations: [45],
    bufferAfterMinutes: 10,
    resourceIDs: [resourceID],
  }
  return { serviceID: ok(await call(bookingServices.save, service)).data.id }
}
