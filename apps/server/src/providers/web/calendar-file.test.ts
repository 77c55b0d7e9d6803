import http from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHostBreakers } from '../../platform/outbound/host-breakers.ts'
import { lookupPublic } from '../public-address.ts'
import { createCalendarFileReader } from './calendar-file.ts'

let port = 0
let sentBytes = 0
const server = http.createServer((request, response) => {
  if (request.url === '/good') return void response.end('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')
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
const read = (path: string) =>
  createCalendarFileReader(createHostBreakers(Date.now), {
    lookup,
    mayCall: ({ hostname }) => /^[a-z.]+$/.test(hostname),
  })(`http://calendar.example.test:${port}${path}`)

test('a file is read, also after a redirect', async () => {
  expect(await read('/good')).toMatchObject({ text: expect.stringContaining('VCALENDAR') })
  expect(await read('/moved')).toMatchObject({ text: expect.stringContaining('VCALENDAR') })
  expect(await read('/nowhere')).toEqual({ error: 'refused' })
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
    expect(await fetchFile(url)).toEqual({ error: 'refused' })
})

test('a file of 50 MB is not read to its end', async () => {
  expect(await read('/huge')).toEqual({ error: 'too-large' })
  expect(sentBytes).toBeLessThan(20_000_000)
})
