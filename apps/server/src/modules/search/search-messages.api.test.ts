import { contract, type MessageHit } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import {
  newPhone,
  startTestInstance,
  type Tenant,
  type TestInstance,
  type TestUser,
} from '../../testing/test-instance.ts'

const { search } = contract.messageSearch

let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance()
})
afterAll(() => instance.close())

const find = async (person: TestUser, text: string, more: { pageSize?: number; cursor?: string } = {}) =>
  ok(await person.call(search, { text, ...more })).data
const said = ({ fragments }: MessageHit) => fragments.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')
const texts = async (person: TestUser, text: string) => (await find(person, text)).hits.map(said)

test('words are found in any order, without accents and capitals, the last one unfinished', async () => {
  const { owner, textFrom } = await instance.createTenant()
  await textFrom(newPhone(), 'Could I book the Zahnärztin on Tuesday at 3:30?')
  await textFrom(newPhone(), 'ПРИВЕТ, есть время?')
  await textFrom(newPhone(), 'Nothing of the kind')
  const matching = ['Could I book the [Zahnärztin] on [Tuesday] at 3:30?']
  expect(await texts(owner, 'tuesday zahnarz')).toEqual(matching)
  expect(await texts(owner, 'TUES')).toEqual(['Could I book the Zahnärztin on [Tuesday] at 3:30?'])
  expect((await find(owner, '3:30')).hits).toHaveLength(1)
  expect((await find(owner, 'привет')).hits).toHaveLength(1)
  expect(await texts(owner, 'tuesday nothing')).toEqual([])
})

test('query operators, wildcards and empty terms are plain text', async () => {
  const { owner, textFrom } = await instance.createTenant()
  await textFrom(newPhone(), "O'Brien & sons: 100% \\ off! https://example.test/a?b=c 👍")
  for (const text of [
    "o'brien",
    '100%',
    "brien's",
    '\\',
    "'",
    "' | '",
    '!!!',
    ':*',
    '& | !',
    'a:*b',
    "\\\\'",
    '👍',
    '<->',
    '((',
    '%',
    '…',
  ]) {
    await find(owner, text)
  }
  expect((await find(owner, "o'brien")).hits).toHaveLength(1)
  expect((await find(owner, 'example.test')).hits).toHaveLength(1)
  expect((await find(owner, '👍')).hits).toHaveLength(1)
  expect((await find(owner, '& | ! ( )')).hits).toEqual([])
  expect(await owner.call(search, { text: '  ' })).toFail('InvalidInput')
  expect(await owner.call(search, { text: 'x'.repeat(201) })).toFail('InvalidInput')
  expect(await owner.call(search, { text: 'x', cursor: 'nonsense' })).toFail('InvalidInput')
})

test('users find only what they may see, and nothing of another business', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner, createUser, numbers, locationIds, textFrom } = tenant
  const { owner: stranger } = await instance.createTenant()
  const member = await createUser('TeamMember')
  const seesSecond = await createUser('Manager', { locationIds: [locationIds[1] ?? ''] })
  const here = await textFrom(newPhone(), 'A pineapple here')
  await textFrom(newPhone(), 'A pineapple there', { to: numbers[1] ?? '' })
  expect(await texts(owner, 'pineapple')).toHaveLength(2)
  expect(await texts(seesSecond, 'pineapple')).toEqual(['A [pineapple] there'])
  expect(await texts(member, 'pineapple')).toEqual([])
  expect(await texts(stranger, 'pineapple')).toEqual([])
  await instance.server.database.owner.query('update conversations set to_user_id = $1 where id = $2', [
    member.auth.userId,
    fromSid(here.sid),
  ])
  expect(await texts(member, 'pineapple')).toEqual(['A [pineapple] here'])
  const { hits, conversations } = ok(
    await owner.call(search, { text: 'pineapple', locationIDs: [locationIds[1] ?? ''] }),
  ).data
  expect(hits.map(said)).toEqual(['A [pineapple] there'])
  expect(conversations.map(({ sid }) => sid)).toEqual(hits.map(({ conversationSid }) => conversationSid))
})

test('one search finds people by name or number, and messages by their words, open or closed', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner, numbers, locationIds } = tenant
  const phone = newPhone()
  const ada = await tenant.textFrom(phone, 'Are my marmalade photos back?')
  ok(await owner.call(contract.conversations.updateFriendlyName, { sid: ada.sid, friendlyName: 'Marmalade Ada' }))
  ok(await owner.call(contract.conversations.close, { sid: ada.sid }))
  const other = await tenant.textFrom(newPhone(), 'I like marmalade too', { to: numbers[1] ?? '' })
  const searchAll = async (person: TestUser, text: string, locationIDs?: string[]) => {
    const input = { text, ...(locationIDs && { locationIDs }) }
    const { conversations, messages } = ok(await person.call(contract.messageSearch.searchAll, input)).data
    return [conversations.map(({ sid }) => sid), messages.hits.map(({ conversationSid }) => conversationSid)]
  }
  expect(await searchAll(owner, 'marmalade')).toEqual([[ada.sid], [other.sid, ada.sid]])
  expect(await searchAll(owner, phone.slice(-7))).toEqual([[ada.sid], []])
  expect(await searchAll(owner, 'marmalade', [locationIds[1] ?? ''])).toEqual([[], [other.sid]])
  const elsewhere = await tenant.createUser('Manager', { locationIds: [locationIds[1] ?? ''] })
  expect(await searchAll(elsewhere, 'marmalade')).toEqual([[], [other.sid]])
  expect(await searchAll((await instance.createTenant()).owner, 'marmalade')).toEqual([[], []])
})

test('notes and transcripts are found; updates and tombstones are not', async () => {
  const { owner, textFrom } = await instance.createTenant()
  const { sid } = await textFrom(newPhone(), 'Hello')
  ok(await owner.call(contract.conversations.close, { sid }))
  const { owner: database } = instance.server.database
  const add = (index: number, type: string, body: string, data: object | null) =>
    database.query(
      `insert into messages (tenant_id, id, conversation_id, index, type, is_outgoing, author, body, data, created_at)
       select tenant_id, gen_random_uuid(), id, $2, $3, true, 'Somebody', $4, $5, now() from conversations where id = $1`,
      [fromSid(sid), index, type, body, data && JSON.stringify(data)],
    )
  await add(50, 'note', 'Prefers mornings', null)
  await add(51, 'voicemail', '', { transcription: 'Please call me about the marmalade' })
  await add(52, 'update', 'Prefers silence', { update: { kind: 'closed', value: 'marmalade' } })
  expect(await texts(owner, 'prefers')).toEqual(['[Prefers] mornings'])
  expect(await texts(owner, 'marmal')).toEqual(['Please call me about the [marmalade]'])
})

/** So many messages that the planner calls the word frequent. */
async function withFrequentWord(tenant: Tenant, n: number): Promise<void> {
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  const { owner: database } = instance.server.database
  await database.query(
    `insert into messages (tenant_id, id, conversation_id, index, type, is_outgoing, author, body, created_at)
     select tenant_id, gen_random_uuid(), id, 10 + i, 'text', true, 'Somebody', 'See you on Tuesday number' || i, now() - i * interval '20 minutes'
     from conversations, generate_series(1, $2::int) i where id = $1`,
    [fromSid(sid), n],
  )
  await database.query('analyze messages')
}

test('a frequent word is searched by date, each hit once, in order, to the end', async () => {
  const tenant = await instance.createTenant()
  const N = 4000
  await withFrequentWord(tenant, N)
  const first = await find(tenant.owner, 'tuesday', { pageSize: 50 })
  expect(first.hits.map(said)[0]).toBe('See you on [Tuesday] number1')
  const hitSids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { hits, nextCursor } = await find(tenant.owner, 'tuesday', { pageSize: 50, ...(cursor && { cursor }) })
    hitSids.push(...hits.map(({ sid }) => sid))
    if (nextCursor === null) break
    cursor = nextCursor
  }
  expect(new Set(hitSids).size).toBe(N)
  expect(hitSids).toHaveLength(N)
  // A rare word beside it needs no search by date, and is paged the same way.
  expect((await find(tenant.owner, 'number3999')).hits).toHaveLength(1)
  const rare = await find(tenant.owner, 'number399', { pageSize: 4 })
  const rest = await find(tenant.owner, 'number399', { pageSize: 20, cursor: rare.nextCursor ?? '' })
  expect(rare.hits.length + rest.hits.length).toBe(11)
})

test('a member finds the few old matches of a frequent word that they may see', async () => {
  const tenant = await instance.createTenant()
  await withFrequentWord(tenant, 4000)
  const member = await tenant.createUser('TeamMember')
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  ok(await tenant.owner.call(contract.assignment.change, { sid, toUserID: member.auth.userId }))
  await instance.server.database.owner.query(
    `insert into messages (tenant_id, id, conversation_id, index, type, is_outgoing, author, body, created_at)
     select tenant_id, gen_random_uuid(), id, 10 + i, 'text', true, 'Somebody', 'An old Tuesday ' || i, now() - i * interval '100 days'
     from conversations, generate_series(1, 3) i where id = $1`,
    [fromSid(sid)],
  )
  expect(await texts(member, 'tuesday')).toEqual([1, 2, 3].map((i) => `An old [Tuesday] ${i}`))
  const first = await find(member, 'tuesday', { pageSize: 2 })
  expect(first.hits).toHaveLength(2)
  expect((await find(member, 'tuesday', { cursor: first.nextCursor ?? '' })).hits.map(said)).toEqual([
    'An old [Tuesday] 3',
  ])
})

test('no search scans a tenant’s messages or contacts: the application’s own plans, under its policies', async () => {
  const tenant = await instance.createTenant()
  await withFrequentWord(tenant, 4000)
  await instance.server.database.owner.query(
    `insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at)
     select tenant_id, gen_random_uuid(), 'Contact ' || i, '+1212' || (6000000 + i), 'US', location_id, 'sms', now()
     from contacts, generate_series(1, 4000) i where tenant_id = $1`,
    [tenant.tenantId],
  )
  await instance.server.database.owner.query('vacuum analyze contacts')
  const client = await instance.server.database.owner.connect()
  const plans: string[] = []
  client.on('notice', ({ message = '' }) => plans.push(message))
  try {
    // With few rows a sequential scan is cheaper, so it is disabled: the question is whether the indexes can be used.
    await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      set auto_explain.log_level = 'notice'; begin; set local enable_seqscan = off; set local enable_indexscan = off; set local role frontdesk_app;
      set local app.tenant_id = '${tenant.tenantId}'`)
    for (const [search, ...conditions] of [
      [
        `search.messages_with(to_tsquery('words', 'number17:*'), current_date + 9, 1, 1, 100)`,
        'messages_words',
        ' @@ ',
      ],
      [
        `search.messages_with(to_tsquery('words', 'tuesday'), current_date, 2, 1, 0)`,
        'messages_words',
        ' @@ ',
        '::date = ',
      ],
      [`search.phones('Contact 399', null, 100)`, 'contacts_search', 'name_key ~~'],
      [`search.phones(null, '%2126003999%', 100)`, 'contacts_search', 'phone ~~'],
    ] as [string, ...string[]][]) {
      plans.length = 0
      await client.query(`select * from ${search}`)
      const used = [...plans.join('\n').matchAll(/Bitmap Index Scan on .*\n.*/g)].join('\n')
      for (const condition of conditions)
        expect({ search, used }).toMatchObject({ used: expect.stringContaining(condition) })
    }
  } finally {
    await client.query('rollback')
    client.release(true)
  }
})
