import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@frontdesk/contract/api'
import { inboundForm, postAsCarrier } from '../carrier-post.ts'
import { ApiFailure, callEndpoint, ok } from '../client.ts'
import type { SystemUnderTest } from './system.ts'

const PASSWORD = 'chaos chaos chaos chaos'
const PHONES = 8
/** Pause between two texts of one phone. */
const INBOUND_EVERY_MS = 400
const OUTBOUND_EVERY_MS = 1600
/** Pause after a failed request; real clients back off too. */
const AFTER_FAILURE_MS = 500
const REQUEST_TIMEOUT_MS = 15_000

export interface Acknowledged {
  sid: string
  body: string
}

export interface Accepted {
  /** Client-generated id of the message. */
  id: string
  body: string
  at: number
}

/** Requests that the server has acknowledged so far, and the time of the last failure. */
export interface Load {
  /** Inbound texts whose webhook got a 2xx. */
  acknowledged: readonly Acknowledged[]
  /** Outgoing messages whose request got a 2xx. */
  accepted: readonly Accepted[]
  failures: Map<string, number>
  lastFailureAt: () => number
  stop: () => Promise<void>
}

interface Business {
  token: string
  number: string
  /** Conversation id by the contact's phone number. */
  conversations: Map<string, string>
}

let phones = 0
const newPhone = () => `+1206555${String(1000 + phones++).padStart(4, '0')}`

/** Signs up a business, buys a number and starts its conversations. */
export async function createBusiness(url: string): Promise<Business> {
  const auth = ok(
    await callEndpoint(url, contract.accounts.registerTenant, {
      businessName: 'Chaos',
      firstName: 'Olive',
      lastName: 'Owner',
      email: `owner-${crypto.randomUUID()}@example.test`,
      password: PASSWORD,
    }),
  )
  const token = auth.bearerToken
  const location = ok(await callEndpoint(url, contract.locations.getLocations, undefined, token)).locations[0]
  const { data } = ok(
    await callEndpoint(
      url,
      contract.phoneNumbers.create,
      { areaCode: '206', locationID: location?.id ?? '', requestId: crypto.randomUUID() },
      token,
    ),
  )
  const conversations = new Map<string, string>()
  for (let n = 0; n < PHONES; n++) {
    const contactPhoneNumber = newPhone()
    const input = { contactPhoneNumber, tenantPhoneNumber: data.phoneNumber }
    conversations.set(
      contactPhoneNumber,
      ok(await callEndpoint(url, contract.conversations.getSetSms, input, token)).data.sid,
    )
  }
  return { token, number: data.phoneNumber, conversations }
}

/** Sends signed webhooks and outgoing messages at a steady rate until stopped. Failed requests are not retried. */
export function startLoad({ url, carrier: { account } }: SystemUnderTest, businesses: readonly Business[]): Load {
  const acknowledged: Acknowledged[] = []
  const accepted: Accepted[] = []
  const failures = new Map<string, number>()
  let lastFailureAt = 0
  let isStopped = false
  let n = 0

  const attempt = async (kind: string, request: () => Promise<number>) => {
    const outcome = await withTimeout(request()).catch((error: Error) => error.name)
    if (outcome === 200) return
    lastFailureAt = performance.now()
    const failure = `${kind} ${outcome}`
    failures.set(failure, (failures.get(failure) ?? 0) + 1)
    await pause(AFTER_FAILURE_MS)
  }

  const receive = async (phone: string, to: string) => {
    const body = `In ${++n}`
    const form = inboundForm({ accountSid: account.sid, to, from: phone, body })
    const { status } = await postAsCarrier(`${url}/webhooks/twilio/message`, form, { authToken: account.authToken })
    if (status < 300) acknowledged.push({ sid: form.MessageSid ?? '', body })
    return status < 300 ? 200 : status
  }

  const send = async ({ token }: Business, conversationSid: string) => {
    const [id, body] = [crypto.randomUUID(), `Out ${++n}`]
    const input = { conversationSid, text: body, clientMessageId: id }
    // Some can be undone for five seconds, so that they are sent as scheduled messages are.
    const result =
      n % 3 === 0
        ? await callEndpoint(url, contract.scheduledMessages.create, input, token)
        : await callEndpoint(url, contract.messages.send, input, token)
    if (result instanceof ApiFailure) return result.status
    accepted.push({ id, body, at: performance.now() })
    return 200
  }

  const repeat = async (everyMs: number, work: () => Promise<void>) => {
    await pause(Math.random() * everyMs)
    while (!isStopped) {
      await work()
      await pause(everyMs)
    }
  }

  const running = businesses.flatMap((business) =>
    [...business.conversations].flatMap(([phone, sid]) => [
      repeat(INBOUND_EVERY_MS, () => attempt('inbound', () => receive(phone, business.number))),
      repeat(OUTBOUND_EVERY_MS, () => attempt('outbound', () => send(business, sid))),
    ]),
  )

  return {
    acknowledged,
    accepted,
    failures,
    lastFailureAt: () => lastFailureAt,
    stop: async () => {
      isStopped = true
      await Promise.all(running)
    },
  }
}

function withTimeout<T>(promise: Promise<T>): Promise<T> {
  return Promise.race([
    promise,
    pause(REQUEST_TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw Object.assign(new Error('The request timed out.'), { name: 'Timeout' })
    }),
  ])
}
