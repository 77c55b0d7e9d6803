import http from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHostBreakers } from '../../platform/outbound/host-breakers.ts'
import { lookupPublic } from '../public-address.ts'
import { createPageReader } from './page-reader.ts'

/** Hostile server, reached under a name that the test's own DNS lookup resolves to it. */
let port = 0
let sentBytes = 0
let requestHeaders: http.IncomingHttpHeaders[] = []
const server = http.createServer((request, response) => {
  requestHeaders.push(request.headers)
  const html = (body: string | Buffer, type = 'text/html; charset=utf-8') =>
    response.writeHead(200, { 'content-type': type, 'set-cookie': 'track=1' }).end(body)
  const to = (location: string) => response.writeHead(302, { location }).end()
  switch (request.url) {
    case '/good':
      return html(`<html><head><title>Plain</title>
        <meta property="og:title" content="Spring &amp; summer"><meta content='20&#37; off' name=description>
        <meta property="og:site_name" content="Shop"></head><body><meta property="og:title" content="late"></body>`)
    case '/script-in-title':
      return html('<title><script>alert("x")</script> Hi \u202Egnp.exe</title>')
    case '/bad-charset':
      return html(Buffer.from('<title>Caf\xe9</title>', 'latin1'), 'text/html; charset=no-such-thing')
    case '/latin':
      return html(Buffer.from('<title>Caf\xe9</title>', 'latin1'), 'text/html; charset=iso-8859-1')
    case '/to-good':
      return to('/good')
    case '/to-loopback':
      return to(`http://127.0.0.1:${port}/good`)
    case '/to-mapped':
      return to(`http://[::ffff:127.0.0.1]:${port}/good`)
    case '/to-metadata':
      return to('http://169.254.169.254/latest/meta-data/')
    case '/to-file':
      return to('file:///etc/passwd')
    case '/round':
      return to('/round')
    case '/huge':
      response.writeHead(200, { 'content-type': 'text/html' })
      response.write('<title>Huge</title>')
      {
        const chunk = Buffer.alloc(64_000, 'x')
        const pour = () => {
          while (sentBytes < 100_000_000 && !response.destroyed) {
            sentBytes += chunk.length
            if (!response.write(chunk)) return void response.once('drain', pour)
          }
          response.end()
        }
        pour()
      }
      return
    case '/drip': {
      response.writeHead(200, { 'content-type': 'text/html' })
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
      return
    }
    case '/silent':
      return
    case '/slow-to-read':
      return html(`<title>Deep</title>${'<!--'.repeat(50_000)}${'<meta '.repeat(50_000)}${'a'.repeat(200_000)}`)
    case '/pdf':
      return html('<title>Not me</title>', 'application/pdf')
    case '/zipped':
      return response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        .end('<title>x</title>')
    case '/picture-inside':
      return html(`<title>With a picture</title><meta property="og:image" content="http://127.0.0.1:${port}/good">`)
    default:
      return response.writeHead(404).end()
  }
})
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Uses the real rules for all names but this one. */
const lookup: LookupFunction = (hostname, options, done) => {
  if (hostname !== 'hostile.example.test') return lookupPublic(hostname, options, done)
  if (options.all) return done(null, [{ address: '127.0.0.1', family: 4 }])
  return done(null, '127.0.0.1', 4)
}
const read = (path: string, timeoutMs = 3000) =>
  createPageReader(
    createHostBreakers(Date.now),
    { lookup, mayCall: ({ hostname }) => /^[a-z.]+$/.test(hostname) },
    timeoutMs,
  )(`http://hostile.example.test:${port}${path}`)

test('reads title, description and site name from the head', async () => {
  requestHeaders = []
  expect(await read('/good')).toEqual({
    title: 'Spring & summer',
    description: '20% off',
    siteName: 'Shop',
    picture: null,
  })
  expect(await read('/to-good')).toMatchObject({ title: 'Spring & summer' })
  expect(requestHeaders.every(({ cookie, authorization }) => cookie === undefined && authorization === undefined)).toBe(
    true,
  )
})

test('treats script in the title as text, and removes bidirectional control characters', async () => {
  expect(await read('/script-in-title')).toMatchObject({ title: '<script>alert("x")</script> Hi gnp.exe' })
})

test('ignores an unknown charset and decodes a known one', async () => {
  expect((await read('/bad-charset'))?.title).toMatch(/^Caf/)
  expect(await read('/latin')).toMatchObject({ title: 'Café' })
})

test.each(['/to-loopback', '/to-mapped', '/to-metadata', '/to-file', '/round', '/pdf', '/zipped', '/nowhere'])(
  '%s has no preview',
  async (path) => {
    expect(await read(path)).toBeNull()
  },
)

test('a picture at a private address is not fetched', async () => {
  requestHeaders = []
  expect(await read('/picture-inside')).toMatchObject({ title: 'With a picture', picture: null })
  expect(requestHeaders).toHaveLength(1)
})

test('reads only the beginning of a huge page', async () => {
  expect(await read('/huge')).toMatchObject({ title: 'Huge' })
  expect(sentBytes).toBeLessThan(20_000_000)
})

test('gives up on a slow or silent server', async () => {
  expect(await read('/drip', 300)).toBeNull()
  expect(await read('/silent', 300)).toBeNull()
})

test('parses a page designed to be slow to parse quickly', async () => {
  const started = performance.now()
  expect(await read('/slow-to-read')).toMatchObject({ title: 'Deep' })
  expect(performance.now() - started).toBeLessThan(2000)
})

test.each([
  'http://127.0.0.1/',
  'http://localhost:8080/',
  'http://[::1]/',
  'http://10.0.0.1/',
  'http://2130706433/',
  'http://example.com:5432/',
  'http://user:secret@example.com/',
  'ftp://example.com/',
  'not an address',
])('rejects non-public URL: %s', async (url) => {
  expect(await createPageReader(createHostBreakers(Date.now), undefined, 2000)(url)).toBeNull()
})
