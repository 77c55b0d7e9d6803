import { createECDH, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { type AddressInfo, createServer } from 'node:net'
import { contract } from '@frontdesk/contract/api'
import { seedDemo } from '../apps/server/src/demo/seed-demo.ts'
import { callEndpoint, ok } from '../apps/server/src/testing/client.ts'
import { startThrowawayInstance } from '../apps/server/src/testing/replay/start-throwaway-instance.ts'
import { type BenchOptions, type Figure, median, report } from './lib/report.ts'

const STUCK_PUSHES = 20_000
/** Number of other businesses with stuck pushes, after a run with one. */
const STUCK_BUSINESSES = 5
const MAX_SLOWDOWN = 2
const TEXT = 'Text '
const POLL_MS = 2
const TIMEOUT_MS = 30_000
const OWNER = { userName: 'owner@harbor-dental.test', password: 'frontdesk-demo' }

interface PhoneText {
  sid: string
  body: string
  direction: string
}

/**
 * Measures how long texts, automatic replies and emails of one business take: idle, and while one or five other
 * businesses have 20,000 stuck pushes each, half to a host that accepts connections and never responds, half to names
 * whose name server never responds.
 */
export async function benchFairness({ isQuick }: BenchOptions): Promise<Figure[]> {
  const silent = await startSilentServers()
  const instance = await startThrowawayInstance({ PUSH_SERVICE_URL: silent.origin })
  try {
    await seedDemo(instance.server, instance.sandbox)
    const owner = ok(await callEndpoint(instance.url, contract.accounts.authenticate, OWNER))
    const conversations = ok(await callEndpoint(instance.url, contract.conversations.getList, {}, owner.bearerToken))
      .data.conversations
    const target = conversations.find(({ contact }) => !contact.isOptedOut)
    if (!target) throw new Error('The demo business has no conversation that can be texted.')
    const phone = target.contact.phone
    const { rows } = await instance.server.database.owner.query<{ number: string }>(
      'select tenant_phone as number from conversations where contact_phone = $1',
      [phone],
    )
    const business = rows[0]?.number

    const newestOnPhone = async (): Promise<PhoneText[]> => {
      const { messages } = await (await fetch(`${instance.url}/sandbox/api/phones/${phone}/messages?limit=10`)).json()
      return messages
    }
    const waitFor = async (condition: () => Promise<boolean>) => {
      const startedAt = performance.now()
      while (!(await condition())) {
        if (performance.now() - startedAt > TIMEOUT_MS) return TIMEOUT_MS
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      }
      return performance.now() - startedAt
    }
    const text = async () => {
      const body = `${TEXT}${crypto.randomUUID()}`
      const request = { conversationSid: target.sid, text: body, clientMessageId: crypto.randomUUID() }
      const startedAt = performance.now()
      ok(await callEndpoint(instance.url, contract.messages.send, request, owner.bearerToken))
      await waitFor(async () => (await newestOnPhone()).some((message) => message.body === body))
      return performance.now() - startedAt
    }
    const isHelp = ({ body, direction }: PhoneText) => direction !== 'inbound' && !body.startsWith(TEXT)
    const reply = async () => {
      const before = new Set((await newestOnPhone()).map(({ sid }) => sid))
      const startedAt = performance.now()
      await fetch(`${instance.url}/sandbox/api/phones/${phone}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to: business, body: 'HELP' }),
      })
      await waitFor(async () => (await newestOnPhone()).some((message) => isHelp(message) && !before.has(message.sid)))
      return performance.now() - startedAt
    }
    const countMails = async () => {
      const address = encodeURIComponent(OWNER.userName)
      const { mails } = await (await fetch(`${instance.url}/sandbox/api/mails?to=${address}`)).json()
      return mails.length as number
    }
    const mail = async () => {
      const before = await countMails()
      const payload = { email: OWNER.userName, requestId: crypto.randomUUID() }
      const startedAt = performance.now()
      await instance.server.database.owner.query('select jobs.enqueue($1)', [
        JSON.stringify([{ identifier: 'send-password-link', payload }]),
      ])
      await waitFor(async () => (await countMails()) > before)
      return performance.now() - startedAt
    }

    const times = isQuick ? 10 : 30
    const measure = async () => {
      const durations: Record<'text' | 'reply' | 'mail', number[]> = { text: [], reply: [], mail: [] }
      for (let n = 0; n < times; n++) {
        durations.text.push(await text())
        durations.reply.push(await reply())
        durations.mail.push(await mail())
      }
      return durations
    }

    await measure()
    await instance.idle()
    const idle = await measure()
    const countStuck = async () => {
      const { rows } = await instance.server.database.owner.query<{ n: number }>(
        `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'push-to-device'`,
      )
      return rows[0]?.n ?? 0
    }
    const addStuckBusiness = async () => {
      const { tenantId, userId } = ok(
        await callEndpoint(instance.url, contract.accounts.registerTenant, {
          businessName: 'Stuck Pushes',
          firstName: 'Sam',
          email: `sam-${crypto.randomUUID()}@example.test`,
          password: 'correct horse battery',
        }),
      )
      await addStuckPushes(instance.server.database.owner, { tenantId, userId, answeringHost: silent.origin })
    }
    await addStuckBusiness()
    await waitFor(async () => silent.requests() > 0)
    const besideOne = await measure()
    for (let n = 1; n < STUCK_BUSINESSES; n++) await addStuckBusiness()
    const besideFive = await measure()
    const stuck = await countStuck()

    const line = (name: string, of: 'text' | 'reply' | 'mail', businesses: number) => {
      const [value, baseline] = [median((businesses === 1 ? besideOne : besideFive)[of]), median(idle[of])]
      return report({
        bench: 'fairness',
        case: `${name}, beside 20,000 stuck pushes each of other businesses: ${businesses}`,
        value,
        unit: 'ms',
        baseline,
        goal: `at most ${MAX_SLOWDOWN} times the idle time`,
        ok: value <= MAX_SLOWDOWN * baseline,
      })
    }
    return [
      ...[1, STUCK_BUSINESSES].flatMap((businesses) => [
        line('text from the API to the phone, median', 'text', businesses),
        line('HELP from the phone to its reply on the phone, median', 'reply', businesses),
        line('password email from its job to the mailbox, median', 'mail', businesses),
      ]),
      report({
        bench: 'fairness',
        case: 'pushes still stuck at the end',
        value: stuck,
        unit: 'pushes',
        baseline: null,
        goal: 'at least half, or there was no load',
        ok: stuck >= (STUCK_PUSHES * STUCK_BUSINESSES) / 2,
      }),
    ]
  } finally {
    await instance.close()
    silent.close()
  }
}

interface StuckBusiness {
  tenantId: string
  userId: string
  answeringHost: string
}

async function addStuckPushes(
  owner: { query: (text: string, values: unknown[]) => Promise<unknown> },
  { tenantId, userId, answeringHost }: StuckBusiness,
): Promise<void> {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  await owner.query(
    `insert into push_subscriptions (tenant_id, id, user_id, session_id, endpoint, p256dh, auth, name, user_agent, is_mobile, created_at)
     select $1, gen_random_uuid(), $2, s.id,
       case when n % 2 = 0 then $3 || '/push/' || n else 'https://n' || n || '.stuck-pushes.com/push' end,
       $4, $5, 'Stuck', 'Stuck', false, now()
     from (select id from directory.sessions where tenant_id = $1 limit 1) s, generate_series(1, ${STUCK_PUSHES}) n`,
    [tenantId, userId, answeringHost, keys.getPublicKey('base64url'), randomBytes(16).toString('base64url')],
  )
  await owner.query(
    `select jobs.enqueue(jsonb_agg(jsonb_build_object('identifier', 'push-to-device', 'payload', jsonb_build_object(
       'tenantId', tenant_id, 'deviceId', id, 'conversationId', gen_random_uuid(), 'what', 'close'))))
     from push_subscriptions where tenant_id = $1`,
    [tenantId],
  )
}

/** Starts a host that accepts connections and a name server; neither ever responds. */
async function startSilentServers() {
  let requests = 0
  const host = createServer(() => {
    requests += 1
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const nameServer = createSocket('udp4', () => {
    requests += 1
  })
  await new Promise<void>((resolve) => nameServer.bind(0, '127.0.0.1', resolve))
  const { resolve4 } = Resolver.prototype
  Object.assign(Resolver.prototype, {
    resolve4(this: Resolver, name: string) {
      this.setServers([`127.0.0.1:${nameServer.address().port}`])
      return resolve4.call(this, name, { ttl: false })
    },
  })
  return {
    origin: `http://127.0.0.1:${(host.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () => {
      Object.assign(Resolver.prototype, { resolve4 })
      host.close()
      nameServer.close()
    },
  }
}
