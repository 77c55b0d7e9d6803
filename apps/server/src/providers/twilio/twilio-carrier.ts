import { isThrottleCode } from '@frontdesk/contract/rules'
import twilio from 'twilio'
import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message.js'
import {
  type Carrier,
  type CarrierAccount,
  CarrierError,
  type CarrierMessage,
  type CarrierNumber,
} from '../../modules/messaging/index.ts'
import { type HostBreakers, HostUnavailable } from '../../platform/outbound/host-breakers.ts'
import { errorCode, readProperty } from '../../platform/read-property.ts'
import { downloadMedia } from './download-media.ts'
import { listRegistrations } from './list-registrations.ts'

const TWILIO_URL = 'https://api.twilio.com'
const REQUEST_TIMEOUT_MS = 15_000
/** Requests of an account in flight. The SDK's default of 20 would limit texts to about 130 a second. */
const MAX_SOCKETS = 100
/** Short, because a user waits for the result and can continue without it. */
const LOOKUP_TIMEOUT_MS = 5_000
/** Short, because all texts wait for the carrier to recover. */
const MAX_PAUSE_MS = 5_000
/** Number of candidates to try when buying a number of an area code. */
const PURCHASE_ATTEMPTS = 10
/** Page size of the number search. */
const SEARCH_PAGE_SIZE = 20
/** https://www.twilio.com/docs/api/errors/21422 */
const NUMBER_TAKEN = 21422

/** Errors that occur before any byte of the request is sent, so the carrier cannot have acted on it. */
const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
])

/** Carrier on Twilio's official SDK. `baseUrl` overrides the host of all Twilio products, for tests and the sandbox. */
export function createTwilioCarrier(baseUrl: () => string | null, breakers: HostBreakers): Carrier {
  // Each product has its own breaker: an outage of number lookups must not suspend texts.
  const hostOf = (product: string) => `${new URL(baseUrl() ?? TWILIO_URL).host} (${product})`
  const request = async <T>(work: () => Promise<T>, product = 'messaging'): Promise<T> => {
    try {
      return await breakers.call(hostOf(product), () => withCarrierErrors(work), BREAKER)
    } catch (error) {
      throw error instanceof HostUnavailable ? new CarrierError('not-reached', null, null, error) : error
    }
  }
  const clients = new Map<string, twilio.Twilio>()

  const clientFor = ({ accountSid, authToken }: CarrierAccount, timeout = REQUEST_TIMEOUT_MS): twilio.Twilio => {
    const base = baseUrl()
    const key = `${accountSid}:${authToken}:${base}:${timeout}`
    const cached = clients.get(key)
    if (cached) return cached
    const client = twilio(accountSid, authToken, {
      timeout,
      autoRetry: false,
      maxSockets: MAX_SOCKETS,
      maxFreeSockets: MAX_SOCKETS,
    })
    if (base)
      for (const product of [client.api, client.lookups, client.messaging, client.pricing]) product.baseUrl = base
    if (clients.size > 500) clients.clear()
    clients.set(key, client)
    return client
  }

  return {
    ensureAvailable: () => breakers.ensureAvailable(hostOf('messaging'), () => probe(baseUrl() ?? TWILIO_URL), BREAKER),

    send: (account, { from, to, body, mediaUrls, statusCallback }) =>
      request(async () =>
        toCarrierMessage(
          await clientFor(account).messages.create({
            from,
            to,
            statusCallback,
            ...(body && { body }),
            ...(mediaUrls.length > 0 && { mediaUrl: mediaUrls }),
          }),
        ),
      ),

    findSent: (account, { from, to, since }) =>
      request(async () =>
        // Newest first. Not filtered by date, because a queued text has no send date yet.
        (await clientFor(account).messages.list({ from, to, limit: 100 }))
          .map(toCarrierMessage)
          .filter(({ createdAt }) => createdAt >= since),
      ),

    findReceived: (account, { to, since }) =>
      request(async () => {
        const messages = await clientFor(account).messages.list({
          to,
          dateSentAfter: new Date(since),
          pageSize: 1000,
          limit: 10_000,
        })
        return messages
          .filter((message) => message.direction === 'inbound')
          .map((message) => ({
            ...toCarrierMessage(message),
            from: message.from,
            to: message.to,
            mediaCount: Number(message.numMedia),
          }))
          .reverse()
      }),

    fetchStatus: (account, providerSid) =>
      request(async () => toCarrierMessage(await clientFor(account).messages(providerSid).fetch())),

    listMedia: (account, providerSid) =>
      request(async () => {
        const media = await clientFor(account).messages(providerSid).media.list({ limit: 10 })
        const base = baseUrl() ?? TWILIO_URL
        return media.map((media) => ({ url: base + media.uri.replace(/\.json$/, ''), contentType: media.contentType }))
      }),

    fetchMedia: (account, url, maxBytes) =>
      withCarrierErrors(() =>
        downloadMedia({ account, url, maxBytes, carrierUrl: baseUrl() ?? TWILIO_URL, timeoutMs: REQUEST_TIMEOUT_MS }),
      ),

    lookUp: (account, phone) =>
      request(async () => {
        try {
          const lookup = await clientFor(account, LOOKUP_TIMEOUT_MS)
            .lookups.v2.phoneNumbers(phone)
            .fetch({ fields: 'line_type_intelligence' })
          const type = readProperty(lookup.lineTypeIntelligence, 'type')
          const network = readProperty(lookup.lineTypeIntelligence, 'carrier_name')
          return {
            isValid: lookup.valid,
            countryCode: lookup.countryCode || null,
            lineType: typeof type === 'string' ? type : null,
            network: typeof network === 'string' ? network : null,
          }
        } catch (error) {
          // No such number exists.
          if (error instanceof twilio.RestException && error.status === 404)
            return { isValid: false, countryCode: null, lineType: null, network: null }
          throw error
        }
      }, 'lookups'),

    checkAccount: (account) =>
      request(async () => {
        await clientFor(account).api.v2010.accounts(account.accountSid).fetch()
      }),

    searchNumbers: (account, { areaCode, contains, locality, region }) =>
      request(async () => {
        const available = await clientFor(account)
          .availablePhoneNumbers('US')
          .local.list({
            smsEnabled: true,
            limit: SEARCH_PAGE_SIZE,
            ...(areaCode && { areaCode: Number(areaCode) }),
            ...(contains && { contains }),
            ...(locality && { inLocality: locality }),
            ...(region && { inRegion: region }),
          })
        return available.map((offer) => ({
          phoneNumber: offer.phoneNumber,
          locality: offer.locality || null,
          region: offer.region || null,
        }))
      }),

    fetchNumberPrice: (account) =>
      request(async () => {
        const prices = await clientFor(account, LOOKUP_TIMEOUT_MS).pricing.v1.phoneNumbers.countries('US').fetch()
        const local = prices.phoneNumberPrices.find(({ numberType }) => numberType === 'local')
        // Twilio returns the price as a string, although its types say number.
        const price = Number(local?.currentPrice ?? Number.NaN)
        return Number.isFinite(price)
          ? { amount: Math.round(price * 100), currency: prices.priceUnit.toUpperCase() }
          : null
      }, 'pricing'),

    buyNumber: (account, { phoneNumber: chosen, areaCode, friendlyName, webhookUrl }) =>
      request(async () => {
        const client = clientFor(account)
        const candidates = chosen
          ? [{ phoneNumber: chosen }]
          : await client.availablePhoneNumbers('US').local.list({
              ...(areaCode && { areaCode: Number(areaCode) }),
              smsEnabled: true,
              limit: PURCHASE_ATTEMPTS,
            })
        for (const { phoneNumber } of candidates) {
          try {
            return toCarrierNumber(
              await client.incomingPhoneNumbers.create({
                phoneNumber,
                friendlyName,
                smsUrl: webhookUrl,
                smsMethod: 'POST',
              }),
            )
          } catch (error) {
            // Another customer bought it first.
            if (!(error instanceof twilio.RestException && error.code === NUMBER_TAKEN)) throw error
          }
        }
        return null
      }),

    findNumber: (account, { phoneNumber, friendlyName }) =>
      request(async () => {
        const [number] = await clientFor(account).incomingPhoneNumbers.list({ phoneNumber, friendlyName, limit: 1 })
        return number ? toCarrierNumber(number) : null
      }),

    releaseNumber: (account, providerSid) =>
      request(async () => {
        try {
          await clientFor(account).incomingPhoneNumbers(providerSid).remove()
        } catch (error) {
          if (!(error instanceof twilio.RestException && error.status === 404)) throw error
        }
      }),

    listRegistrations: (account) => request(() => listRegistrations(clientFor(account)), 'registrations'),

    setNumberWebhook: (account, providerSid, webhookUrl) =>
      request(async () => {
        await clientFor(account).incomingPhoneNumbers(providerSid).update({ smsUrl: webhookUrl, smsMethod: 'POST' })
      }),
  }
}

const BREAKER = {
  maxPauseMs: MAX_PAUSE_MS,
  isHostFault: (error: unknown) =>
    !(error instanceof CarrierError) || error.outcome === 'not-reached' || error.outcome === 'unknown',
}

/** Sends an unauthenticated request: a 4xx response shows that the API is up. */
async function probe(base: string): Promise<void> {
  const { status } = await fetch(`${base}/2010-04-01/Accounts.json`, { signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS) })
  if (status >= 500) throw new Error(`The carrier responded with status ${status}.`)
}

async function withCarrierErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof CarrierError) throw error
    if (error instanceof twilio.RestException) {
      const code = error.code ?? null
      if (error.status === 429 || code === 20429 || isThrottleCode(code))
        throw new CarrierError('throttled', code, error.status, error)
      if (error.status === 503) throw new CarrierError('not-reached', code, error.status, error)
      throw new CarrierError(error.status >= 500 ? 'unknown' : 'refused', code, error.status, error)
    }
    const code = errorCode(error) || errorCode(readProperty(error, 'cause'))
    throw new CarrierError(UNREACHABLE_CODES.has(code) ? 'not-reached' : 'unknown', null, null, error)
  }
}

const toCarrierMessage = (message: MessageInstance): CarrierMessage => ({
  providerSid: message.sid,
  status: message.status,
  errorCode: message.errorCode || null,
  body: message.body ?? '',
  createdAt: message.dateCreated.toISOString(),
})

const toCarrierNumber = (number: { phoneNumber: string; sid: string; friendlyName: string }): CarrierNumber => ({
  phoneNumber: number.phoneNumber,
  providerSid: number.sid,
  friendlyName: number.friendlyName,
})
