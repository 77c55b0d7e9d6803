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
import { downloadMedia } from './download-media.ts'

const TWILIO_URL = 'https://api.twilio.com'
const REQUEST_TIMEOUT_MS = 15_000
/** Somebody waits for it, and can go on without. */
const LOOKUP_TIMEOUT_MS = 5_000
/** Short, because every text waits for the carrier to be back. */
const LONGEST_PAUSE_MS = 5_000
/** How many numbers of an area code are tried. */
const OFFERS = 10
/** Page size of the number search. */
const OFFERS_SHOWN = 20
/** https://www.twilio.com/docs/api/errors/21422 */
const NUMBER_TAKEN = 21422

/** These failures happen before a byte of the request has left. */
const NOT_REACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
])

/** Twilio through its official SDK. `baseUrl` replaces the host of every Twilio product; tests and the sandbox use it. */
export function createTwilioCarrier(baseUrl: () => string | null, breakers: HostBreakers): Carrier {
  // Each product has its own breaker: an outage of number lookups must not suspend texts.
  const hostOf = (product: string) => `${new URL(baseUrl() ?? TWILIO_URL).host} (${product})`
  const request = async <T>(work: () => Promise<T>, product = 'messaging'): Promise<T> => {
    try {
      return await breakers.call(hostOf(product), () => translated(work), BREAKER)
    } catch (error) {
      throw error instanceof HostUnavailable ? new CarrierError('not-reached', null, null, error) : error
    }
  }
  const clients = new Map<string, twilio.Twilio>()

  const clientFor = ({ accountSid, authToken }: CarrierAccount, timeout = REQUEST_TIMEOUT_MS): twilio.Twilio => {
    const base = baseUrl()
    const key = `${accountSid}:${authToken}:${base}:${timeout}`
    const known = clients.get(key)
    if (known) return known
    const client = twilio(accountSid, authToken, { timeout, autoRetry: false })
    if (base) for (const product of [client.api, client.lookups, client.pricing]) product.baseUrl = base
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
        // Newest first. Not filtered by date: a text that still waits at the carrier has no date of sending.
        (await clientFor(account).messages.list({ from, to, limit: 100 }))
          .map(toCarrierMessage)
          .filter(({ createdAt }) => createdAt >= since),
      ),

    findReceived: (account, { to, since }) =>
      request(async () => {
        const found = await clientFor(account).messages.list({
          to,
          dateSentAfter: new Date(since),
          pageSize: 1000,
          limit: 10_000,
        })
        return found
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
        const found = await clientFor(account).messages(providerSid).media.list({ limit: 10 })
        const base = baseUrl() ?? TWILIO_URL
        return found.map((media) => ({ url: base + media.uri.replace(/\.json$/, ''), contentType: media.contentType }))
      }),

    fetchMedia: (account, url, maxBytes) =>
      translated(() =>
        downloadMedia({ account, url, maxBytes, carrierUrl: baseUrl() ?? TWILIO_URL, timeoutMs: REQUEST_TIMEOUT_MS }),
      ),

    lookUp: (account, phone) =>
      request(async () => {
        try {
          const found = await clientFor(account, LOOKUP_TIMEOUT_MS)
            .lookups.v2.phoneNumbers(phone)
            .fetch({ fields: 'line_type_intelligence' })
          const { type } = (found.lineTypeIntelligence ?? {}) as { type?: string | null }
          return { isValid: found.valid, countryCode: found.countryCode || null, lineType: type ?? null }
        } catch (error) {
          // Nobody has such a number.
          if (error instanceof twilio.RestException && error.status === 404)
            return { isValid: false, countryCode: null, lineType: null }
          throw error
        }
      }, 'lookups'),

    checkAccount: (account) =>
      request(async () => {
        await clientFor(account).api.v2010.accounts(account.accountSid).fetch()
      }),

    searchNumbers: (account, { areaCode, contains, locality, region }) =>
      request(async () => {
        const offers = await clientFor(account)
          .availablePhoneNumbers('US')
          .local.list({
            smsEnabled: true,
            limit: OFFERS_SHOWN,
            ...(areaCode && { areaCode: Number(areaCode) }),
            ...(contains && { contains }),
            ...(locality && { inLocality: locality }),
            ...(region && { inRegion: region }),
          })
        return offers.map((offer) => ({
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
        const offers = chosen
          ? [{ phoneNumber: chosen }]
          : await client
              .availablePhoneNumbers('US')
              .local.list({ ...(areaCode && { areaCode: Number(areaCode) }), smsEnabled: true, limit: OFFERS })
        for (const { phoneNumber } of offers) {
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
        const [found] = await clientFor(account).incomingPhoneNumbers.list({ phoneNumber, friendlyName, limit: 1 })
        return found ? toCarrierNumber(found) : null
      }),

    releaseNumber: (account, providerSid) =>
      request(async () => {
        try {
          await clientFor(account).incomingPhoneNumbers(providerSid).remove()
        } catch (error) {
          if (!(error instanceof twilio.RestException && error.status === 404)) throw error
        }
      }),

    setNumberWebhook: (account, providerSid, webhookUrl) =>
      request(async () => {
        await clientFor(account).incomingPhoneNumbers(providerSid).update({ smsUrl: webhookUrl, smsMethod: 'POST' })
      }),
  }
}

const BREAKER = {
  longestPauseMs: LONGEST_PAUSE_MS,
  isHostFault: (error: unknown) =>
    !(error instanceof CarrierError) || error.outcome === 'not-reached' || error.outcome === 'unknown',
}

/** Asks for something without credentials; that it is refused shows that the API answers. */
async function probe(base: string): Promise<void> {
  const { status } = await fetch(`${base}/2010-04-01/Accounts.json`, { signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS) })
  if (status >= 500) throw new Error(`The carrier answered ${status}.`)
}

async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof CarrierError) throw error
    if (error instanceof twilio.RestException) {
      const code = error.code ?? null
      if (error.status === 429 || code === 20429) throw new CarrierError('throttled', code, error.status, error)
      if (error.status === 503) throw new CarrierError('not-reached', code, error.status, error)
      throw new CarrierError(error.status >= 500 ? 'unknown' : 'refused', code, error.status, error)
    }
    const code =
      (error as { code?: string; cause?: { code?: string } }).code ??
      (error as { cause?: { code?: string } }).cause?.code ??
      ''
    throw new CarrierError(NOT_REACHED.has(code) ? 'not-reached' : 'unknown', null, null, error)
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
