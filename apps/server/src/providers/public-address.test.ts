import { expect, test } from 'vitest'
import { isPublicAddress, isPublicHost, lookupPublic } from './public-address.ts'

test.each(['8.8.8.8', '52.94.236.248', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a05:d018::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '2001:db8::1',
  'example.com',
  '',
])('“%s” is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('refuses a name of a private network', async () => {
  const error = await new Promise((resolve) => lookupPublic('localhost', {}, resolve))
  expect(error).toMatchObject({ message: 'the name resolves to a private address' })
})

test.each([
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'xn--bcher-kva.ch',
  'a.co',
  '8.8.8.8',
  '[2a05:d018::1]',
])('%s may be a public host', (host) => {
  expect(isPublicHost(host)).toBe(true)
})

test.each([
  'localhost',
  'localhost.localdomain',
  'push.localhost',
  'metadata.google.internal',
  'printer.local',
  'nas.home.arpa',
  'shop.test',
  'push.example',
  'push',
  'push..com',
  '-push.com',
  'push.123',
  `${'a'.repeat(64)}.com`,
  '127.0.0.1',
  '[::1]',
])('%s cannot be a public host', (host) => {
  expect(isPublicHost(host)).toBe(false)
})
