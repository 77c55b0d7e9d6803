import { contract } from '@frontdesk/contract/api'
import { ERRORS, MESSAGE_TEXT_MAX, mayWrite } from '@frontdesk/contract/rules'
import { describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { ok } from '../testing/client.ts'
import { type Leaf, replaceAt } from '../testing/sample-input.ts'
import { createSamples, endpoints, inputFor, SESSION_ERRORS } from '../testing/sweep.ts'
import { sharedTestInstance, type Tenant, type TestUser } from '../testing/test-instance.ts'

/** Grows with every endpoint there is. */
vi.setConfig({ testTimeout: 120_000 })

const instance = await sharedTestInstance()

/** Values that are valid for no field, or that have broken servers before. */
const ODD_TEXTS = [
  '',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '%00',
  "'; drop table x; --",
  '__proto__',
  '‮',
  '9'.repeat(5000),
]
const WRONG = [
  null,
  {},
  [],
  [[]],
  true,
  -1,
  1.5,
  1e308,
  2 ** 53,
  { $ne: null },
  { __proto__: { admin: true } },
  ...ODD_TEXTS,
]
/** By the names of their fields; a login is no word. */
const READ_BY_PEOPLE = /^(?!userName$|contact).*(name|title|text|label|message)s?$/i
/** Well-formed dates that PostgreSQL rejects or returns in another format. */
const OUTSIDE_CALENDAR = ['0000-01-01', '2026-02-30']
const OUTSIDE_TIME = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59']
const LONG = 'x'.repeat(900_000)
type Body = [what: string, type: string, body: string | Uint8Array]
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`

/** Well-formed JSON, which reaches the endpoint's own schema. */
const JSON_BODIES: Body[] = [
  ['nothing', 'application/json', ''],
  ['null', 'application/json', 'null'],
  ['a list', 'application/json', '[]'],
  ['a text', 'application/json', '"text"'],
  ['a number', 'application/json', '1e999'],
  ['nested deeply', 'application/json', `{"sid":${DEEP}}`],
  ['a prototype', 'application/json', '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}'],
]
/** Requests that the parsers reject before an endpoint is matched. */
const UNREADABLE_BODIES: Body[] = [
  ['half an object', 'application/json', '{"sid":'],
  ['two megabytes', 'application/json', JSON.stringify({ text: 'x'.repeat(2_000_000) })],
  ['broken UTF-8', 'application/json', Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['plain words', 'text/plain', 'hello'],
  ['XML', 'application/xml', '<a/>'],
  ['a form', 'application/x-www-form-urlencoded', 'a=1&b[c]=2&__proto__[x]=1'],
  ['a multipart form without parts', 'multipart/form-data; boundary=x', '--x--\r\n'],
  ['a multipart form without boundary', 'multipart/form-data', 'nothing'],
  ['bytes', 'application/octet-stream', Uint8Array.from([0, 1, 2, 255])],
  ['an unknown encoding', 'application/json; charset=utf-99', '{}'],
]

describe('malformed requests', () => {
  const mustBeTyped = async (where: string, response: Response) => {
    const text = await response.text()
    expect([where, response.status < 500 || text.slice(0, 200)]).toEqual([where, true])
    if (response.ok) return
    const body = JSON.parse(text)
    expect([where, body.errorCode in ERRORS || text.slice(0, 200)]).toEqual([where, true])
    expect([where, body.status]).toEqual([where, response.status])
    expect([where, body.requestId]).toEqual([where, response.headers.get('x-request-id')])
  }

  /** Sends requests as an owner; as a new one when an earlier request has ended the session. */
  const createRequester = (tenant: Tenant) => {
    let user: TestUser | undefined
    return async (url: string, method: string, type: string, body: BodyInit): Promise<Response> => {
      for (let isRepeated = false; ; isRepeated = true) {
        user ??= await tenant.createUser('Owner')
        const response = await fetch(url, {
          method,
          headers: { authorization: `Bearer ${user.auth.bearerToken}`, 'content-type': type },
          body,
        })
        const { errorCode } = response.ok ? {} : await response.clone().json()
        if (isRepeated || !SESSION_ERRORS.includes(errorCode)) return response
        user = undefined
      }
    }
  }

  test('every endpoint rejects any body with a typed error', async () => {
    const tenant = await instance.createTenant()
    const request = createRequester(tenant)
    const writing = endpoints.filter(({ method }) => method !== 'GET')
    for (const [n, { name, method, path, inputSchema }] of writing.entries()) {
      const unreadable = UNREADABLE_BODIES[n % UNREADABLE_BODIES.length]
      for (const [what, type, body] of [...JSON_BODIES, ...(unreadable ? [unreadable] : [])]) {
        const response = await request(`${instance.url}/api${path}`, method, type, body as BodyInit)
        if (inputSchema && requiresSomething(inputSchema))
          expect([name, what, response.ok]).toEqual([name, what, false])
        await mustBeTyped(`${name} with ${what}`, response)
      }
    }
    expect(instance.errors).toEqual([])
  })

  test('every field of every endpoint is validated, and no value causes an internal error', async () => {
    const tenant = await instance.createTenant()
    const ids = await createSamples(instance, tenant)
    const request = createRequester(tenant)
    let refused = 0
    for (const walked of endpoints.filter(({ method }) => method !== 'GET')) {
      const { name, method, path, inputSchema } = walked
      const { input: sample, leaves } = inputFor(walked, ids)
      const send = async (where: string, input: unknown) => {
        const response = await request(`${instance.url}/api${path}`, method, 'application/json', JSON.stringify(input))
        if (inputSchema && !inputSchema.safeParse(input).success) expect([where, response.ok]).toEqual([where, false])
        await mustBeTyped(where, response)
      }
      for (const { path: trail } of leaves) {
        const sendWith = (wrong: unknown) =>
          send(
            `${name} ${trail.join('.')} = ${JSON.stringify(wrong)?.slice(0, 40)}`,
            replaceAt(inputFor(walked, ids).input, trail, wrong),
          )
        const isRefused = (wrong: unknown) =>
          inputSchema && !inputSchema.safeParse(replaceAt(sample, trail, wrong)).success
        const [accepted, rejected] = partition([...WRONG, LONG, undefined], isRefused)
        // Reaches the code behind the schema.
        for (const wrong of accepted) await sendWith(wrong)
        // The schema refuses all of these alike, so each field sends one and each value has its turn.
        if (rejected.length > 0) await sendWith(rejected[refused++ % rejected.length])
      }
      await send(`${name} with a field too many`, { ...(inputFor(walked, ids).input as object), surplus: { deep: [] } })
    }
    expect(refused).toBeGreaterThan(WRONG.length * 10)
    await instance.idle()
    expect(instance.errors).toEqual([])
  })

  test('invisible text is rejected where text is for people to read', async () => {
    const ids = await createSamples(instance, await instance.createTenant())
    const looked: string[] = []
    for (const walked of endpoints.filter(({ method, meta }) => mayWrite(method, meta))) {
      const { name, inputSchema } = walked
      for (const { path: trail } of inputFor(walked, ids).leaves) {
        const field = String(trail.findLast((step) => typeof step === 'string'))
        const takes = (value: string) =>
          inputSchema?.safeParse(replaceAt(inputFor(walked, ids).input, trail, value)).success
        if (!READ_BY_PEOPLE.test(field) || !takes('Words') || takes('')) continue
        looked.push(`${name} ${field}`)
        for (const unseen of [' ', '\u200b', '\u3164\u2060'])
          expect([name, field, unseen, takes(unseen)]).toEqual([name, field, unseen, false])
      }
    }
    for (const fieldName of [
      'locations.add name',
      'profile.updateProfile name',
      'views.save name',
      'accounts.registerTenant firstName',
    ])
      expect(looked).toContain(fieldName)
  })

  test('the contract rejects numbers and dates the database cannot store', async () => {
    const ids = await createSamples(instance, await instance.createTenant())
    const checked = { numbers: 0, dates: 0 }
    for (const walked of endpoints) {
      const { name, inputSchema } = walked
      const { input, leaves } = inputFor(walked, ids)
      for (const { path: trail } of leaves) {
        const accepts = (value: unknown) => inputSchema?.safeParse(replaceAt(input, trail, value)).success
        const where = `${name} ${trail.join('.')}`
        if (accepts(1)) {
          checked.numbers += 1
          for (const tooLarge of [2 ** 31, 2 ** 53 - 1, -(2 ** 31) - 1])
            expect([where, tooLarge, accepts(tooLarge)]).toEqual([where, tooLarge, false])
        }
        const sample = valueAt(input, trail)
        if (typeof sample !== 'string' || !/^\d{4}-\d\d-\d\d(T[^|]*)?$/.test(sample)) continue
        checked.dates += 1
        for (const outside of sample.includes('T') ? OUTSIDE_TIME : OUTSIDE_CALENDAR) {
          expect([where, outside, accepts(outside)]).toEqual([where, outside, false])
        }
      }
    }
    expect(checked.numbers).toBeGreaterThan(20)
    expect(checked.dates).toBeGreaterThan(8)
  })

  test('a text of the maximum length is accepted, one character more is not', async () => {
    const tenant = await instance.createTenant()
    const { conversation } = await createSamples(instance, tenant)
    const send = (text: string) =>
      tenant.owner.call(contract.messages.send, {
        conversationSid: conversation,
        text,
        clientMessageId: crypto.randomUUID(),
      })
    ok(await send('x'.repeat(MESSAGE_TEXT_MAX)))
    expect(await send('x'.repeat(MESSAGE_TEXT_MAX + 1))).toFail('InvalidInput')
  })

  test('“not found” is an error of the same form', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['POST', '/api/conversations/Conversation/get-everything'],
      ['DELETE', '/api/conversations/Conversation/get-list'],
      ['PUT', '/api/%00'],
      ['GET', '/api/%ff'],
      ['GET', '/files/nothing'],
      ['GET', '/files/..%2f..%2fetc%2fpasswd'],
      ['GET', '/nothing.js'],
      ['POST', '/'],
    ] as const) {
      const response = await fetch(instance.url + path, { method })
      expect([path, [400, 404, 405].includes(response.status) || response.status]).toEqual([path, true])
      expect([path, await response.json()]).toEqual([
        path,
        expect.objectContaining({ success: false, requestId: expect.any(String) }),
      ])
    }
  })
})

const valueAt = (input: unknown, trail: Leaf['path']): unknown =>
  trail.reduce<unknown>((value, step) => (value as Record<string | number, unknown>)[step], input)

const requiresSomething = (schema: z.ZodType) => !schema.safeParse({}).success

/** The values for which `test` is not true, then those for which it is. */
function partition<T>(values: T[], test: (value: T) => boolean | undefined): [T[], T[]] {
  return [values.filter((value) => !test(value)), values.filter(test)]
}
