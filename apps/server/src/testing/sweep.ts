import { contract } from '@frontdesk/contract/api'
import type { AnyContractProcedure } from '@orpc/contract'
import { ApiFailure, callEndpoint, ok } from './client.ts'
import { uploadContacts } from './contact-import.ts'
import { connectGoogle } from './google-calendar.ts'
import { type ContractEndpoint, listEndpoints } from './list-endpoints.ts'
import { addCardPayment } from './payments.ts'
import { PIXEL } from './pixel.ts'
import { type SampleIds, type SampleInput, sampleInput } from './sample-input.ts'
import { messageSid, newPhone, type Tenant, type TestInstance, type TestUser } from './test-instance.ts'

// Helpers of the sweeps over all endpoints (app/sweep-….api.test.ts).

export const endpoints: ContractEndpoint[] = listEndpoints()
export const protectedEndpoints: ContractEndpoint[] = endpoints.filter(({ permission }) => permission !== 'public')

/** A new push subscription for each call. */
const pushSubscription = () => ({
  endpoint: `https://push.example.com/${crypto.randomUUID()}`,
  p256dh: 'B'.repeat(87),
  auth: 'a'.repeat(22),
})

export const callAny = (
  { url }: TestInstance,
  endpoint: AnyContractProcedure,
  input: unknown,
  token?: string,
): Promise<unknown> => callEndpoint(url, endpoint, toRequestBody(input) as never, token)

/** Converts an input with a file to a multipart form. */
function toRequestBody(input: unknown): unknown {
  const entries = Object.entries((input ?? {}) as object)
  if (!entries.some(([, value]) => value instanceof File)) return input
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

/** Creates one of everything that an input can refer to: a conversation, messages, a file, … */
export async function createSamples(instance: TestInstance, tenant: Tenant): Promise<SampleIds> {
  const contactPhone = newPhone()
  const conversation = await tenant.textFrom(contactPhone, `A secret of ${tenant.tenantId}`)
  const clientMessageId = crypto.randomUUID()
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid: conversation.sid,
      text: `A reply of ${tenant.tenantId}`,
      clientMessageId,
    }),
  )
  const form = new FormData()
  form.append('file', new File([`A file of ${tenant.tenantId}`], 'secret.txt', { type: 'text/plain' }))
  const file = ok(await tenant.owner.call(contract.files.uploadFile, form as never))
  const device = ok(await tenant.owner.call(contract.notifications.subscribeDevice, pushSubscription())).data
  const view = ok(await tenant.owner.call(contract.views.save, { name: 'A view', search: '' })).data
  const bulk = { change: 'open' as const, sids: [conversation.sid] }
  const bulkAction = ok(await tenant.owner.call(contract.bulkActions.start, bulk)).data
  const numbers = ok(await tenant.owner.call(contract.phoneNumbers.getList, undefined)).data.phoneNumbers
  await instance.idle()
  const [notification] = ok(await tenant.owner.call(contract.notifications.getList, {})).data.notifications
  return {
    conversation: conversation.sid,
    message: messageSid(clientMessageId),
    file: file.sid,
    phoneNumber: numbers[0]?.sid ?? '',
    location: tenant.locationIds[0] ?? '',
    user: tenant.owner.auth.userId,
    tenantPhone: tenant.numbers[0] ?? '',
    template: ok(await tenant.owner.call(contract.templates.getList, undefined)).templates[0]?.id ?? '',
    contactPhone,
    contact: conversation.contact.id,
    contactNote: ok(
      await tenant.owner.call(contract.notes.add, {
        contactId: conversation.contact.id,
        note: `A note of ${tenant.tenantId}`,
      }),
    ).data.id,
    notification: notification?.notificationID ?? '',
    device: device.deviceID,
    bulkAction: bulkAction.id,
    view: view.id,
    bookingView: ok(await tenant.owner.call(contract.bookingViews.save, { name: 'A view', search: '' })).data.id,
    contactSegment: ok(await tenant.owner.call(contract.contactSegments.save, { name: 'A segment', search: '' })).id,
    contactField: await findContactField(tenant),
    contactImport: await importContacts(instance, tenant),
    ...(await sendToGroup(instance, tenant, conversation.contact.id)),
    automation: await addAutomation(tenant),
    optInKeyword: await addOptInKeyword(tenant),
    ...(await bookVisit(instance, tenant, conversation.contact.id)),
    contactMerge: await mergeContacts(tenant),
    consentEvent: await recordInquiry(tenant, conversation.contact.id),
    ...(await askForMoney(instance, tenant, conversation.contact.id)),
  }
}

/** The business's custom field, which is created if it has none. */
async function findContactField({ owner }: Tenant): Promise<string> {
  const { fields, version } = ok(await owner.call(contract.contactFields.get, undefined))
  const [field] =
    fields.length > 0
      ? fields
      : ok(await owner.call(contract.contactFields.save, { fields: [{ name: 'Pet', type: 'text' }], version })).fields
  return field?.id ?? ''
}

/** A recorded inquiry of a contact. */
async function recordInquiry({ owner }: Tenant, contactId: string): Promise<string> {
  const inquiry = { kind: 'inquiry', purpose: 'marketing', source: 'email', wording: 'A secret inquiry' } as const
  const { events } = ok(await owner.call(contract.consent.record, { contactId, ...inquiry, happenedOn: '2026-01-02' }))
  return events[0]?.id ?? ''
}

async function addAutomation({ owner }: Tenant): Promise<string> {
  const actions = { text: 'A secret follow-up' }
  const rule = { kind: 'follow-up' as const, conditions: {}, delayMinutes: 60, actions }
  return ok(await owner.call(contract.automations.save, { name: 'A secret automation', ...rule })).data.id
}

/** A group with a note, a message and a campaign. */
async function sendToGroup(instance: TestInstance, { owner }: Tenant, contactID: string) {
  const { groups } = contract
  const { sid } = ok(await owner.call(groups.save, { name: 'A secret group', contactIDs: [contactID] })).data
  const { id: groupNote } = ok(await owner.call(groups.addNote, { sid, note: 'A secret note of a group' })).data
  const message = { groupSid: sid, text: 'A secret of a group', clientMessageId: crypto.randomUUID() }
  const { id: groupMessage } = ok(await owner.call(groups.sendMessage, message)).data
  const draft = { name: 'A secret campaign', text: 'A secret offer', audience: { groupSids: [sid] } }
  const { id: campaign } = ok(await owner.call(contract.campaigns.save, draft)).data
  await instance.idle()
  return { group: sid, groupNote, groupMessage, campaign }
}

/** An opt-in keyword of the business's last number. */
async function addOptInKeyword({ owner, numbers }: Tenant): Promise<string> {
  const { optInKeywords } = contract
  const tenantPhoneNumber = numbers.at(-1) ?? ''
  const { keywords } = ok(await owner.call(optInKeywords.getList, undefined)).data
  const existing = keywords.find(({ keyword }) => keyword === 'SECRET')
  const values = { tenantPhoneNumber, keyword: 'SECRET', replyText: 'A secret reply to a keyword' }
  return (existing ?? ok(await owner.call(optInKeywords.save, values)).data).id
}

/** A visit of a contact, with its service, room and a block. */
async function bookVisit(instance: TestInstance, { owner, locationIds, tenantId }: Tenant, contactID: string) {
  const { bookingCalendars, bookingHours, bookingResources, bookings, bookingServices } = contract
  const [locationID = ''] = locationIds
  const room = { kind: 'room' as const, name: 'A secret room', locationID }
  const { id: bookingResource } = ok(await owner.call(bookingResources.save, room)).data
  const service = { name: 'A secret service', color: '#1c7ed6', durations: [30], resourceIDs: [bookingResource] }
  const { id: bookingService } = ok(await owner.call(bookingServices.save, service)).data
  const picture = new FormData()
  picture.append('file', new File([PIXEL], 'secret.png', { type: 'image/png' }))
  const { pictureURL } = ok(await owner.call(bookingServices.uploadPicture, picture as never)).data
  const { logoURL } = ok(await owner.call(contract.paymentConfigs.uploadLogo, picture as never)).data
  const start = (days: number) =>
    new Date(Math.ceil(Date.now() / 1_800_000) * 1_800_000 + days * 86_400_000).toISOString()
  const block = { resourceID: bookingResource, startsOnUtc: start(40), endsOnUtc: start(41), reason: 'A secret reason' }
  const { id: bookingBlock } = ok(await owner.call(bookingHours.block, block)).data
  const { booking } = ok(
    await owner.call(bookings.create, {
      clientBookingId: crypto.randomUUID(),
      locationID,
      items: [{ serviceID: bookingService }],
      startsOnUtc: start(2),
      contactID,
      overrides: ['hours', 'business-hours'],
    }),
  ).data
  const { rows } = await instance.server.database.owner.query<{ id: string }>(
    `insert into booking_tasks (tenant_id, id, booking_id, kind, cause, reason, created_at)
     values ($1, gen_random_uuid(), $2, 'call', 'a reminder', 'undelivered', now()) returning id`,
    [tenantId, booking.id],
  )
  const entry = ok(
    await owner.call(contract.bookingWaitlist.add, {
      ...{ clientEntryId: crypto.randomUUID(), locationID, items: [{ serviceID: bookingService }], contactID },
      ...{ firstDate: '2099-01-01', lastDate: '2099-01-31' },
    }),
  ).data
  const { connection, calendar } = await connectGoogle(instance, owner, bookingResource)
  return {
    ...{ bookingService, bookingResource, bookingBlock, booking: booking.id },
    ...{ bookingTask: rows[0]?.id ?? '', servicePicture: pictureURL, documentLogo: logoURL },
    waitlistEntry: entry.id,
    calendarConnection: connection.id,
    calendar: calendar.id,
    calendarFeed: ok(await owner.call(bookingCalendars.addFeed, { resourceID: bookingResource })).data.id,
  }
}

/** A payment request and an estimate that were sent, with a tax of the settings. */
async function askForMoney({ server }: Pick<TestInstance, 'server'>, tenant: Tenant, contactID: string) {
  const { owner, tenantId, locationIds } = tenant
  const { paymentConfigs, paymentEstimates, paymentRequests } = contract
  const stored = ok(await owner.call(paymentConfigs.get, undefined)).data
  const tax = { id: crypto.randomUUID(), name: 'A secret tax', rate: 5000, isInclusive: false, isDefault: true }
  const taxes = stored.taxes.length > 0 ? stored.taxes : [tax]
  if (stored.taxes.length === 0) ok(await owner.call(paymentConfigs.save, { taxes, version: stored.version }))
  const document = () => ({
    clientDocumentId: crypto.randomUUID(),
    locationID: locationIds[0] ?? '',
    contactID,
    lines: [{ description: 'A secret line', unitAmount: 100_000 }],
  })
  const { id: payment } = ok(await owner.call(paymentRequests.create, document())).data
  const { id: estimate } = ok(await owner.call(paymentEstimates.create, document())).data
  ok(await owner.call(paymentRequests.updateStatus, { id: payment, status: 'sent' }))
  ok(await owner.call(paymentEstimates.updateStatus, { id: estimate, status: 'sent' }))
  ok(await owner.call(paymentRequests.markAsPaid, { id: payment, clientPaymentId: crypto.randomUUID(), amount: 500 }))
  const card = await addCardPayment(server.database.owner, tenant, payment)
  const { rows } = await server.database.owner.query<{ id: string }>(
    `insert into payment_refund_requests (tenant_id, id, document_id, amount, source, target, reason, state, requested_at)
     values ($1, gen_random_uuid(), $2, 100, 'payment', 'cash', 'A secret reason', 'waiting', now()) returning id`,
    [tenantId, payment],
  )
  return { payment, estimate, paymentTax: taxes[0]?.id ?? '', refundRequest: rows[0]?.id ?? '', ...card }
}

/** A merge of two contacts without conversations. */
async function mergeContacts({ owner }: Tenant): Promise<string> {
  const survivor = ok(await owner.call(contract.contacts.add, { name: 'A secret survivor', phone: newPhone() }))
  const other = ok(await owner.call(contract.contacts.add, { name: 'A secret twin', phone: newPhone() }))
  const pair = { survivorID: survivor.id, otherID: other.id }
  const { version } = ok(await owner.call(contract.contactMerging.preview, pair))
  return ok(await owner.call(contract.contactMerging.merge, { ...pair, version })).mergeID
}

/** An import that is done: a new one discards those that were not started. */
async function importContacts(instance: TestInstance, { owner, locationIds }: Tenant): Promise<string> {
  const check = { locationID: locationIds[0] ?? '' }
  const { id } = await uploadContacts(owner, `Name,Phone\r\nA secret of an import,${newPhone()}`, { check })
  await instance.idle()
  ok(await owner.call(contract.contactImports.start, { id }))
  await instance.idle()
  return id
}

export const inputFor = ({ inputSchema }: ContractEndpoint, ids: SampleIds): SampleInput =>
  inputSchema ? sampleInput(inputSchema, ids) : { input: undefined, leaves: [] }

export const errorCodeOf = (result: unknown): string =>
  result instanceof ApiFailure ? result.body.errorCode : 'succeeded'

/** Errors caused by what an earlier request did to the session, not by the endpoint itself. */
export const SESSION_ERRORS = ['NotSignedIn', 'SessionExpired', 'ViewingAs']

/** Calls endpoints as one user; signs in again when an earlier request has ended the session. */
export function createCaller(instance: TestInstance, signIn: () => Promise<TestUser>) {
  let user: TestUser | undefined
  return async ({ endpoint }: ContractEndpoint, input: unknown): Promise<unknown> => {
    const isFreshSession = !user
    user ??= await signIn()
    const result = await callAny(instance, endpoint, input, user.auth.bearerToken)
    if (isFreshSession || !SESSION_ERRORS.includes(errorCodeOf(result))) return result
    user = await signIn()
    return callAny(instance, endpoint, input, user.auth.bearerToken)
  }
}
