import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A carrier in place of Twilio's, in a process of its own, that accepts every text and reports it as delivered at once.

const state = { accepted: 0, sample: null as { path: string; headers: Record<string, string>; body: string } | null }

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const { method, url: path = '', headers } = request
    const reply = (status: number, value: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    if (path === '/state') return reply(200, state)
    if (method !== 'POST' || !path.endsWith('/Messages.json')) return reply(404, { code: 20404, message: 'Not found' })
    if (headers['user-agent'] !== BARE) state.accepted += 1
    state.sample ??= {
      path,
      headers: { authorization: headers.authorization ?? '', 'content-type': headers['content-type'] ?? '' },
      body,
    }
    const form = new URLSearchParams(body)
    reply(201, {
      sid: `SM${crypto.randomUUID().replaceAll('-', '')}`,
      status: 'delivered',
      direction: 'outbound-api',
      from: form.get('From'),
      to: form.get('To'),
      body: form.get('Body'),
      date_created: new Date().toUTCString(),
      date_updated: new Date().toUTCString(),
      date_sent: new Date().toUTCString(),
      error_code: null,
      error_message: null,
      num_media: '0',
      num_segments: '1',
    })
  })
})
/** The user agent of the loop that the product is compared with. */
const BARE = 'bare-loop'
server.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))
