import http from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileVersion } from '../../modules/booking-calendars/index.ts'
import { createHostBreakers } from '../../platform/outbound/host-breakers.ts'
import { lookupPublic } from '../public-address.ts'
import { createCalendarFileReader } from './calendar-file.ts'

let port = 0
let sentBytes = 0
const server = http.createServer((request, response) => {
  if (request.url === '/good') return void response.end('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')
  if (request.url === '/versioned') {
    const isKnown = request.headers['if-none-match'] === '"7"'
    if (isKnown) return void response.writeHead(304).end()
    return void response.writeHead(200, { etag: '"7"' }).end('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')
  }
  if (request.url === '/moved') return void response.writeHead(302, { location: '/good' }).end()
  if (request.url === '/to-loopback')
    return void response.writeHead(302, { location: `http://127.0.0.1:${port}/good` }).end()
  if (request.url !== '/huge') return void response.writeHead(404).end()
  const chunk = Buffer.alloc(64_000, 'x')
  const pour = () => {
    while (sentBytes < 50_000_000 && !response.destroyed) {
      sentBytes += chunk.length
      if (!response.write(chunk)) return void response.once('drain', pour)
    }
    response.end()
  }
  pour()
})
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const lookup: LookupFunction = (hostname, options, done) => {
  if (hostname !== 'calendar.example.test') return lookupPublic(hostname, options, done)
  if (options.all) return done(null, [{ address: '127.0.0.1', family: 4 }])
  return done(null, '127.0.0.1', 4)
}
const read = (path: string, known: FileVersion | null = null) =>
  createCalendarFileReader(createHostBreakers(Date.now), {
    lookup,
    mayCall: ({ hostname }) => /^[a-z.]+$/.test(hostname),
  })(`http://calendar.example.test:${port}${path}`, known)

test('a file is read, also after a redirect', async () => {
  expect(await read('/good')).toMatchObject({ text: expect.stringContaining('VCALENDAR') })
  expect(await read('/moved')).toMatchObject({ text: expect.stringContaining('VCALENDAR') })
  expect(await read('/nowhere')).toEqual({ error: 'refused' })
})

test('a file that has not changed is not sent again', async () => {
  const version = { etag: '"7"', lastModified: undefined }
  expect(await read('/versioned')).toMatchObject({ version })
  expect(await read('/versioned', version)).toEqual({ isUnchanged: true })
  expect(await read('/versioned', { etag: '"6"' })).toMatchObject({ version })
  expect(await read('/good')).not.toHaveProperty('version')
})

test('private addresses are refused, whatever leads to them', async () => {
  expect(await read('/to-loopback')).toEqual({ error: 'refused' })
  const fetchFile = createCalendarFileReader(createHostBreakers(Date.now), undefined, 2000)
  for (const url of [
    'http://127.0.0.1/a.ics',
    'http://169.254.169.254/',
    'file:///etc/passwd',
    'http://user:x@example.com/',
  ])
    expect(await fetchFile(url, null)).toEqual({ error: 'refused' })
})

test('a file of 50 MB is not read to its end', async () => {
  expect(await read('/huge')).toEqual({ error: 'too-large' })
  expect(sentBytes).toBeLessThan(20_000_000)
})
