import { createHmac } from 'node:crypto'
import http from 'node:http'
import { io } from 'socket.io-client'
import WebSocket from 'ws'
import { quantile } from './lib/report.ts'

// Load generator: agents hold sockets, messages are posted with a bounded number of requests in flight, and each must
// be stored and pushed. A tag in the text contains the send time.

interface DriverOptions {
  kind: 'frontdesk' | 'baseline'
  url: string
  publicUrl: string
  concurrency: number
  seconds: number
  /** Constant request rate; default: as fast as the server responds. */
  perSecond?: number
  agents: number
  accountSid: string
  authToken: string
  /** Frontdesk only: token and phone number of each tenant. */
  tenants: { token: string; number: string }[]
  /** Conversations per tenant. */
  conversations?: number
}

export interface DriverResult {
  perSecond: number
  p50: number
  p99: number
  pushP50: number
  pushP99: number
  sent: number
  pushed: number
  bad: number
}

const options = JSON.parse(process.argv[2] ?? '{}') as DriverOptions
const CONVERSATIONS = options.conversations ?? 1000
const WARM_UP_MS = 2000
const TENANTS = options.tenants.length

const now = () => Number(process.hrtime.bigint() / 1000n)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const keepAlive = new http.Agent({ keepAlive: true, maxSockets: options.concurrency })
const target = new URL(options.url)

const pushTimes: number[] = []
let pushed = 0
let isMeasuring = false
const onText = (text: string) => {
  const tag = /T(\d{16})/.exec(text)
  if (!tag) return
  pushed += 1
  if (isMeasuring) pushTimes.push(now() - Number(tag[1]))
}

for (let k = 0; k < options.agents; k++) {
  const tenant = k % TENANTS
  await new Promise<void>((resolve, reject) => {
    if (options.kind === 'baseline') {
      const socket = new WebSocket(`${options.url.replace('http', 'ws')}/ws?tenant=${tenant + 1}`)
      socket.on('open', () => resolve()).on('error', reject)
      socket.on('message', (data) => onText(String(data)))
    } else {
      const socket = io(options.url, {
        path: '/realtime',
        transports: ['websocket'],
        auth: { token: options.tenants[tenant]?.token },
      })
      socket.on('connect', () => resolve()).on('connect_error', reject)
      socket.on('event', (event: { type: string; message?: { body: string } }) => {
        if (event.type === 'message.created') onText(event.message?.body ?? '')
      })
    }
  })
}

const phoneOf = (conversation: number) => `+1415555${String(conversation).padStart(4, '0')}`

function requestFor(i: number, tag: string): { path: string; headers: Record<string, string>; body: string } {
  const tenant = i % TENANTS
  const conversation = (i * 7919) % CONVERSATIONS
  const id = `SM${String(process.hrtime.bigint()).padStart(24, '0')}${String(i % 1e8).padStart(8, '0')}`
  const text = `${tag} Hello, I would like to know where my order 12345 is, it has been a week.`
  if (options.kind === 'baseline') {
    return {
      path: '/inbound',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenant: tenant + 1, conversation: conversation + 1, externalId: id, body: text }),
    }
  }
  const form: Record<string, string> = {
    AccountSid: options.accountSid,
    ApiVersion: '2010-04-01',
    Body: text,
    From: phoneOf(conversation),
    MessageSid: id,
    NumMedia: '0',
    NumSegments: '1',
    SmsMessageSid: id,
    SmsSid: id,
    SmsStatus: 'received',
    To: options.tenants[tenant]?.number ?? '',
  }
  const path = '/webhooks/twilio/message'
  const signed =
    options.publicUrl +
    path +
    Object.keys(form)
      .sort()
      .map((key) => key + form[key])
      .join('')
  return {
    path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', options.authToken).update(signed).digest('base64'),
    },
    body: new URLSearchParams(form).toString(),
  }
}

function post({ path, headers, body }: ReturnType<typeof requestFor>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        agent: keepAlive,
        host: target.hostname,
        port: target.port,
        method: 'POST',
        path,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

let isRunning = true
let count = 0
let done = 0
let sent = 0
let bad = 0
const times: number[] = []
const send = async () => {
  const start = now()
  const status = await post(requestFor(count++, `T${String(start).padStart(16, '0')}`))
  sent += 1
  if (status >= 300) bad += 1
  else if (isMeasuring) {
    done += 1
    times.push(now() - start)
  }
}
const loop = async () => {
  while (isRunning) await send()
}
const sendAtRate = async (perSecond: number) => {
  const startedAt = performance.now()
  const inFlight: Promise<void>[] = []
  while (isRunning) {
    while (inFlight.length < ((performance.now() - startedAt) / 1000) * perSecond) inFlight.push(send())
    await wait(2)
  }
  await Promise.all(inFlight)
}
const loops = options.perSecond ? [sendAtRate(options.perSecond)] : Array.from({ length: options.concurrency }, loop)
await wait(WARM_UP_MS)
isMeasuring = true
const started = performance.now()
await wait(options.seconds * 1000)
const seconds = (performance.now() - started) / 1000
isMeasuring = false
isRunning = false
await Promise.all(loops)
await wait(1000)

times.sort((a, b) => a - b)
pushTimes.sort((a, b) => a - b)
const ms = (sorted: number[], fraction: number) => Math.round(quantile(sorted, fraction) / 10) / 100
const result: DriverResult = {
  perSecond: Math.round(done / seconds),
  p50: ms(times, 0.5),
  p99: ms(times, 0.99),
  pushP50: ms(pushTimes, 0.5),
  pushP99: ms(pushTimes, 0.99),
  sent,
  pushed,
  bad,
}
console.log(JSON.stringify(result))
process.exit(0)
