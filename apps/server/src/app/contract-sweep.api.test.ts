import {
  CHANGEABLE_ROLES,
  can,
  contract,
  defaultPermissions,
  ERRORS,
  fromSid,
  isChangeable,
  MESSAGE_TEXT_MAX,
  mayWrite,
  type Permission,
  type Role,
} from '@frontdesk/contract'
import type { AnyContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { ApiFailure, callEndpoint, ok } from '../testing/client.ts'
import { aPhone, type House, messageSid, openHouse, type Tenant } from '../testing/house.ts'
import { type KnownIds, replaceAt, sampleInput } from '../testing/sample-input.ts'
import { type WalkedEndpoint, walkContract } from '../testing/walk-contract.ts'

const endpoints = walkContract()
const guarded = endpoints.filter(({ permission }) => permission !== 'public')

/** Grows with every endpoint there is. */
vi.setConfig({ testTimeout: 120_000 })

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** A browser of its own each time. */
const pushSubscription = () => ({
  endpoint: `https://push.example.test/${crypto.randomUUID()}`,
  p256dh: 'B'.repeat(87),
  auth: 'a'.repeat(22),
})

const answerOf = (endpoint: AnyContractProcedure, input: unknown, token?: string): Promise<unknown> =>
  callEndpoint(house.url, endpoint, asSent(input) as never, token)

/** A file travels as a form. */
function asSent(input: unknown): unknown {
  const entries = Object.entries((input ?? {}) as object)
  if (!entries.some(([, value]) => value instanceof File)) return input
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

/** A conversation with a text in it, a message that was sent, a file and everything else an input can name. */
async function thingsOf(tenant: Tenant): Promise<KnownIds> {
  const contactPhone = aPhone()
  const conversation = await tenant.textFrom(contactPhone, `A secret of ${tenant.tenantId}`)
  const clientMessageId = crypto.randomUUID()
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid: conversation.sid,
      text: `An answer of ${tenant.tenantId}`,
      clientMessageId,
    }),
  )
  const form = new FormData()
  form.append('file', new File([`A file of ${tenant.tenantId}`], 'secret.txt', { type: 'text/plain' }))
  const file = (await callEndpoint(
    house.url,
    contract.files.uploadFile,
    form as never,
    tenant.owner.auth.bearerToken,
  )) as { sid: string }
  const device = ok(await tenant.owner.call(contract.notifications.subscribeDevice, pushSubscription())).data
  const view = ok(await tenant.owner.call(contract.views.save, { name: 'A view', search: '' })).data
  const bulk = { change: 'open' as const, sids: [conversation.sid] }
  const bulkAction = ok(await tenant.owner.call(contract.bulkActions.start, bulk)).data
  const numbers = ok(await tenant.owner.call(contract.phoneNumbers.getList, undefined)).data.phoneNumbers
  await house.settled()
  const [notification] = ok(await tenant.owner.call(contract.notifications.getList, {})).data.notifications
  return {
    conversation: conversation.sid,
    message: messageSid(clientMessageId),
    file: file.sid,
    phoneNumber: numbers[0]?.sid ?? '',
    location: tenant.locationIds[0] ?? '',
    user: tenant.owner.auth.userId,
    tenantPhone: tenant.numbers[0] ?? '',
    template: ok(await tenant.owner.call(contract.templates.getList, undefined)).templates[0]?.id ?? '',
    contactPhone,
    contact: conversation.contact.id,
    contactNote: ok(
      await tenant.owner.call(contract.notes.add, {
        contactId: conversation.contact.id,
        note: `A note of ${tenant.tenantId}`,
      }),
    ).data.id,
    notification: notification?.notificationID ?? '',
    device: device.deviceID,
    bulkAction: bulkAction.id,
    view: view.id,
  }
}

const inputFor = ({ inputSchema }: WalkedEndpoint, ids: KnownIds) =>
  inputSchema ? sampleInput(inputSchema, ids) : { input: undefined, leaves: [] }

const codeOf = (answer: unknown) => (answer instanceof ApiFailure ? answer.body.errorCode : 'answered')

/** What a tenant has, to see whether anything changed. */
async function contentsOf(tenantId: string): Promise<Record<string, string>> {
  const { owner } = house.server.database
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE'`,
  )
  const contents: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await owner.query<{ rows: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as rows from ${name} t where tenant_id = $1`,
      [tenantId],
    )
    contents[name] = rows[0]?.rows ?? ''
  }
  return contents
}

test('the contract was walked', () => {
  expect(endpoints.length).toBeGreaterThan(15)
  expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length)
})

test('every endpoint that is not public refuses who is not signed in, before it reads what was sent', async () => {
  const { owner } = await house.aTenant()
  const url = (path: string) => `${house.url}/api${path}`
  for (const { name, method, path } of guarded) {
    for (const authorization of [
      undefined,
      'Bearer nonsense',
      `Bearer ${owner.auth.bearerToken}x`,
      `Basic ${owner.auth.bearerToken}`,
      `Bearer ${owner.auth.refreshToken}`,
    ]) {
      const response = await fetch(url(path), {
        method,
        headers: {
          ...(authorization && { authorization }),
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
        },
        ...(method !== 'GET' && { body: '{"not":"valid"}' }),
      })
      expect([name, authorization, response.status]).toEqual([name, authorization, 401])
      expect(await response.json()).toMatchObject({ success: false, errorCode: 'NotSignedIn', status: 401 })
    }
  }
})

test('every endpoint asks of each role exactly the permission it declares', async () => {
  for (const role of ['Owner', 'Manager', 'TeamMember'] as const satisfies Role[]) {
    const tenant = await house.aTenant()
    const ids = await thingsOf(tenant)
    for (const walked of guarded) {
      const person = await tenant.aPerson(role)
      const viewer = { userId: person.auth.userId, role, permissions: defaultPermissions(role), locationIds: null }
      const isGranted = walked.permission === 'anyone signed in' || can(viewer, walked.permission as never)
      const code = codeOf(await answerOf(walked.endpoint, inputFor(walked, ids).input, person.auth.bearerToken))
      expect([walked.name, role, code === 'Forbidden']).toEqual([walked.name, role, !isGranted])
      expect([walked.name, role, code]).not.toEqual([walked.name, role, 'InvalidInput'])
    }
  }
})

test('a permission given to a role, or taken away, opens and closes exactly the endpoints that declare it', async () => {
  const asked = [...new Set(guarded.map(({ permission }) => permission))].filter(
    (permission): permission is Permission => permission !== 'anyone signed in' && permission !== 'public',
  )
  expect(asked.length).toBeGreaterThan(3)
  for (const role of CHANGEABLE_ROLES) {
    const tenant = await house.aTenant()
    const ids = await thingsOf(tenant)
    for (const permission of asked) {
      for (const isGranted of [true, false]) {
        const set = await tenant.owner.call(contract.team.setRolePermission, { role, permission, isGranted })
        if (!isChangeable(role, permission)) expect(set).toFail('PermissionUnchangeable')
        const isHeld = isGranted && isChangeable(role, permission)
        for (const walked of guarded.filter((endpoint) => endpoint.permission === permission)) {
          const person = await tenant.aPerson(role)
          const code = codeOf(await answerOf(walked.endpoint, inputFor(walked, ids).input, person.auth.bearerToken))
          const where = { name: walked.name, role, isGranted }
          expect({ ...where, isForbidden: code === 'Forbidden' }).toEqual({ ...where, isForbidden: !isHeld })
        }
      }
    }
  }
})

test('while an owner views as somebody else, every endpoint that may change something refuses', async () => {
  const tenant = await house.aTenant()
  const ids = await thingsOf(tenant)
  const second = await tenant.aPerson('Owner')
  for (const walked of guarded) {
    const owner = await tenant.aPerson('Owner')
    ok(await owner.call(contract.team.startViewAs, { userID: second.auth.userId }))
    const code = codeOf(await answerOf(walked.endpoint, inputFor(walked, ids).input, owner.auth.bearerToken))
    const isRefused = mayWrite(walked.method, walked.meta) && !walked.meta.isOfSession
    expect([walked.name, code === 'ViewingAs']).toEqual([walked.name, isRefused])
  }
})

/** How an endpoint says "that is not yours, or not there". */
const NOT_YOURS = Object.entries(ERRORS)
  .filter(([, status]) => status === 404)
  .map(([code]) => code)
  .concat('AssigneeUnknown', 'AttachmentUnknown')

describe('with the ids of another tenant', () => {
  test('every endpoint answers as if they did not exist, and changes and tells nothing of theirs', async () => {
    const mine = await house.aTenant()
    const theirs = await house.aTenant()
    const own = await thingsOf(mine)
    const foreign = await thingsOf(theirs)
    const before = await contentsOf(theirs.tenantId)
    const secrets = [
      theirs.tenantId,
      foreign.location,
      foreign.user,
      theirs.owner.auth.userName,
      ...[foreign.conversation, foreign.message, foreign.file, foreign.phoneNumber].flatMap((sid) => [
        sid,
        fromSid(sid),
      ]),
    ]
    let tried = 0
    for (const walked of guarded) {
      const { leaves } = inputFor(walked, own)
      for (const leaf of leaves.filter(({ names }) => names !== null)) {
        const { input } = inputFor(walked, own)
        const names = leaf.names as keyof KnownIds
        const answer = await answerOf(
          walked.endpoint,
          replaceAt(input, leaf.path, foreign[names]),
          mine.owner.auth.bearerToken,
        )
        tried += 1
        const where = `${walked.name} with their ${leaf.path.join('.')}`
        // A person's number is nobody's: their contact may be ours as well. Filters narrow to nothing.
        const mayAnswer = names === 'contactPhone' || leaf.isOptional
        if (answer instanceof ApiFailure || !mayAnswer) {
          expect([where, NOT_YOURS.includes(codeOf(answer)) || codeOf(answer)]).toEqual([where, true])
        }
        const said = JSON.stringify(answer)
        for (const secret of secrets) expect([where, said.includes(secret)]).toEqual([where, false])
      }
    }
    expect(tried).toBeGreaterThan(15)
    await house.settled()
    expect(await contentsOf(theirs.tenantId)).toEqual(before)
  })

  test('the same inputs with one’s own ids are not refused for their form or their ids', async () => {
    const tenant = await house.aTenant()
    const things = await thingsOf(tenant)
    for (const walked of guarded) {
      // What one of them deletes, the next ones would look for.
      const ids = walked.method === 'DELETE' ? await thingsOf(tenant) : things
      const { input, leaves } = inputFor(walked, ids)
      if (!leaves.some(({ names }) => names !== null && names !== 'contactPhone')) continue
      const person = await tenant.aPerson('Owner')
      // A file can be attached by the one who uploaded it; notifications and devices are one's own.
      const isOwn = leaves.some(({ names }) =>
        ['file', 'notification', 'device', 'bulkAction', 'view'].includes(names ?? ''),
      )
      const caller = isOwn ? tenant.owner : person
      const code = codeOf(await answerOf(walked.endpoint, input, caller.auth.bearerToken))
      const fitting = [
        'answered',
        'MessageNotRetryable',
        // A location with numbers and no successor stays.
        'LocationInUse',
        'LastLocation',
        // The user an input names is the account holder.
        'AccountHolderProtected',
        // The refresh token of the sample is nobody's.
        ...(walked.name === 'security.setLocation' ? ['SessionExpired'] : []),
        // The version in the sample is nobody's, and so is the status.
        'ChangedMeanwhile',
        'ContactStatusUnknown',
        // The message of the sample is a text, deleted by then.
        ...(walked.name === 'notes.edit' ? ['MessageNotFound'] : []),
        // The sample has one conversation.
        ...(walked.name.startsWith('merging.') ? ['MergeWithItself', 'NotMerged'] : []),
        // The first folder stays, and its name in the sample may be given already.
        'FolderKept',
        // The one of the sample changed nothing.
        'BulkActionNotUndoable',
        'FolderNameTaken',
        ...(walked.name === 'phoneNumbers.connect' ? ['PhoneNumberNotFound'] : []),
        // The sample's file went out with a message by then, and that message waits no more.
        ...(walked.name === 'scheduledMessages.create' ? ['AttachmentUnknown'] : []),
        'ScheduledMessageNotFound',
        'ConversationClosed',
      ]
      expect([walked.name, fitting.includes(code) || code]).toEqual([walked.name, true])
    }
  })
})

/** Values that are right for no field, or that have broken servers before. */
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
const LONG = 'x'.repeat(900_000)
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`

const BODIES: [string, string, string | Uint8Array][] = [
  ['nothing', 'application/json', ''],
  ['null', 'application/json', 'null'],
  ['a list', 'application/json', '[]'],
  ['a text', 'application/json', '"text"'],
  ['a number', 'application/json', '1e999'],
  ['half an object', 'application/json', '{"sid":'],
  ['nested deeply', 'application/json', `{"sid":${DEEP}}`],
  ['a prototype', 'application/json', '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}'],
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

  test('every endpoint answers any body with a typed error', async () => {
    const tenant = await house.aTenant()
    for (const { name, method, path, inputSchema } of endpoints) {
      const { auth } = await tenant.aPerson('Owner')
      for (const [what, type, body] of BODIES) {
        if (method === 'GET') continue
        const response = await fetch(`${house.url}/api${path}`, {
          method,
          headers: { authorization: `Bearer ${auth.bearerToken}`, 'content-type': type },
          body: body as BodyInit,
        })
        if (inputSchema && requiresSomething(inputSchema))
          expect([name, what, response.ok]).toEqual([name, what, false])
        await mustBeTyped(`${name} with ${what}`, response)
      }
    }
    expect(house.errors).toEqual([])
  })

  test('every field of every endpoint is held against what it may be, and nothing breaks behind it', async () => {
    const tenant = await house.aTenant()
    const ids = await thingsOf(tenant)
    for (const walked of endpoints.filter(({ method }) => method !== 'GET')) {
      const { name, method, path, inputSchema } = walked
      const { leaves } = inputFor(walked, ids)
      const { auth } = await tenant.aPerson('Owner')
      const send = async (where: string, input: unknown) => {
        const response = await fetch(`${house.url}/api${path}`, {
          method,
          headers: { authorization: `Bearer ${auth.bearerToken}`, 'content-type': 'application/json' },
          body: JSON.stringify(input),
        })
        if (inputSchema && !inputSchema.safeParse(input).success) expect([where, response.ok]).toEqual([where, false])
        await mustBeTyped(where, response)
      }
      for (const { path: trail } of leaves) {
        for (const wrong of [...WRONG, LONG, undefined]) {
          const { input } = inputFor(walked, ids)
          await send(
            `${name} ${trail.join('.')} = ${JSON.stringify(wrong)?.slice(0, 40)}`,
            replaceAt(input, trail, wrong),
          )
        }
      }
      await send(`${name} with a field too many`, { ...(inputFor(walked, ids).input as object), surplus: { deep: [] } })
    }
    await house.settled()
    expect(house.errors).toEqual([])
  }, 120_000)

  test('a text of the greatest length is taken, one character more is not', async () => {
    const tenant = await house.aTenant()
    const { conversation } = await thingsOf(tenant)
    const send = (text: string) =>
      tenant.owner.call(contract.messages.send, {
        conversationSid: conversation,
        text,
        clientMessageId: crypto.randomUUID(),
      })
    ok(await send('x'.repeat(MESSAGE_TEXT_MAX)))
    expect(await send('x'.repeat(MESSAGE_TEXT_MAX + 1))).toFail('InvalidInput')
  })

  test('what is not there is said in the same form', async () => {
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
      const response = await fetch(house.url + path, { method })
      expect([path, [400, 404, 405].includes(response.status) || response.status]).toEqual([path, true])
      expect([path, await response.json()]).toEqual([
        path,
        expect.objectContaining({ success: false, requestId: expect.any(String) }),
      ])
    }
  })
})

const requiresSomething = (schema: z.ZodType) => !schema.safeParse({}).success
