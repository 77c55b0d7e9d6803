import { type Conversation, type ConversationFilter, contract, type Paging } from '@frontdesk/contract/api'
import { describe, expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'
import { foldConversationCounts } from '../totals/fold-counts.job.ts'

const instance = await sharedTestInstance()

const { getList, getStats } = contract.conversations

const text = async (phone: string, to: string, body: string) => {
  const response = await fetch(`${instance.url}/sandbox/api/phones/${phone}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to, body }),
  })
  expect(response.status).toBe(201)
}

async function withTexts(n: number, locations = 1): Promise<Tenant> {
  const tenant = await instance.createTenant({ locations })
  for (let i = 0; i < n; i++) await text(newPhone(), tenant.numbers[i % locations] ?? '', `Text ${i}`)
  await instance.idle()
  return tenant
}

const page = async (tenant: Tenant, filter: ConversationFilter) => ok(await tenant.owner.call(getList, filter))

/** All pages by cursor; `between` runs after each. */
async function allPages(tenant: Tenant, filter: ConversationFilter, between = async () => {}): Promise<Conversation[]> {
  const conversations: Conversation[] = []
  for (let cursor: string | undefined; ; ) {
    const { data, paging } = await page(tenant, { ...filter, ...(cursor && { cursor }) })
    conversations.push(...data.conversations)
    if (!paging.nextCursor) return conversations
    cursor = paging.nextCursor
    await between()
  }
}

const namesOf = (conversations: Conversation[]) => conversations.map(({ phoneNumber }) => phoneNumber)

describe('paging', () => {
  test.each([true, false])('by cursor is complete and in order (newest first: %s)', async (orderByDesc) => {
    const tenant = await withTexts(13)
    const all = await allPages(tenant, { pageSize: 4, orderByDesc })
    expect(new Set(namesOf(all)).size).toBe(13)
    const dates = all.map(({ attributes }) => attributes.latestMessageDateUTC ?? '')
    expect(dates).toEqual(orderByDesc ? dates.toSorted().reverse() : dates.toSorted())
    expect((await page(tenant, { pageSize: 100, orderByDesc })).data.conversations).toEqual(all)
  })

  test('by cursor repeats and skips nothing while texts arrive', async () => {
    const tenant = await withTexts(12)
    const before = namesOf(await tenant.list(tenant.owner, { pageSize: 100 }))
    const moved = before.at(-1) ?? ''
    const paged = namesOf(
      await allPages(tenant, { pageSize: 3 }, async () => {
        await tenant.textFrom(newPhone(), 'New')
        await tenant.textFrom(moved, 'Moved to the top, above what was read')
      }),
    )
    expect(new Set(paged).size).toBe(paged.length)
    expect(paged).toEqual(before.filter((phone) => phone !== moved))
  })

  test('by page number reports the position', async () => {
    const tenant = await withTexts(5)
    const at = async (pageNumber: number): Promise<Partial<Paging>> =>
      (await page(tenant, { pageNumber, pageSize: 2 })).paging
    expect(await at(1)).toMatchObject({
      isFirstPage: true,
      isLastPage: false,
      hasNextPage: true,
      hasPreviousPage: false,
      totalItems: 5,
      totalPages: 3,
    })
    expect(await at(2)).toMatchObject({
      isFirstPage: false,
      isLastPage: false,
      hasNextPage: true,
      hasPreviousPage: true,
    })
    expect(await at(3)).toMatchObject({
      isFirstPage: false,
      isLastPage: true,
      hasNextPage: false,
      hasPreviousPage: true,
      nextCursor: null,
    })
    const pages = await Promise.all([1, 2, 3].map((pageNumber) => page(tenant, { pageNumber, pageSize: 2 })))
    expect(pages.flatMap(({ data }) => namesOf(data.conversations))).toEqual(namesOf(await tenant.list(tenant.owner)))
  })

  test('rejects an invalid cursor and a page number that is too high', async () => {
    const { owner } = await instance.createTenant()
    for (const cursor of [
      '',
      'abc',
      '2026-01-01|x',
      '2026-99-99T99:99:99Z|00000000-0000-0000-0000-000000000000',
      `2026-01-01T00:00:00Z|${'-'.repeat(36)}`,
      `2026-01-01T00:00:00Z|${'f'.repeat(36)}`,
    ]) {
      expect([cursor, await owner.call(getList, { cursor })]).toEqual([
        cursor,
        expect.objectContaining({ status: 400 }),
      ])
    }
    for (const time of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59']) {
      expect(await owner.call(getList, { startDateTimeUTC: time })).toFail('InvalidInput')
      expect(await owner.call(getList, { endDateTimeUTC: time })).toFail('InvalidInput')
    }
    ok(await owner.call(getList, { startDateTimeUTC: '2026-01-01T00:00:00-23:59' }))
    expect(await owner.call(getList, { pageNumber: 10_000, pageSize: 100 })).toFail('InvalidInput')
    expect(instance.errors).toEqual([])
  })
})

test('a page is returned as `data` and `result`, or as `data` alone', async () => {
  const { owner } = await withTexts(2)
  const { data, result, paging } = ok(await owner.call(getList, {}))
  expect(data.conversations).toHaveLength(2)
  expect(result).toEqual(data)
  expect(paging.totalItems).toBe(2)
  expect(ok(await owner.call(getList, { isLean: true }))).toEqual({ success: true, message: '', data, paging })
})

test('every filter returns exactly the matching conversations, with consistent totals', async () => {
  const tenant = await withTexts(10, 2)
  const { owner } = tenant
  const manager = await tenant.createUser('Manager')
  const [first, second] = await tenant.list(owner, { pageSize: 100 })
  ok(await owner.call(contract.attention.markRead, { sid: first?.sid ?? '', upToIndex: 1 }))
  ok(await owner.call(contract.contacts.updateLabels, { id: first?.contact.id ?? '', labels: ['New Lead'] }))
  ok(await owner.call(contract.conversations.close, { sid: second?.sid ?? '' }))
  const assigned = ok(
    await owner.call(contract.conversations.getSetSms, {
      contactPhoneNumber: newPhone(),
      tenantPhoneNumber: tenant.numbers[0] ?? '',
      toUserID: manager.auth.userId,
    }),
  ).data
  const everything = [
    ...(await tenant.list(owner, { pageSize: 100 })),
    ...(await tenant.list(owner, { pageSize: 100, isClosed: true })),
  ]
  expect(everything).toHaveLength(11)
  const middle = first?.attributes.latestMessageDateUTC ?? ''
  const dated = ({ attributes }: Conversation) => attributes.latestMessageDateUTC ?? '9'
  const cases: [ConversationFilter, (conversation: Conversation) => boolean][] = [
    [{}, () => true],
    [{ isClosed: true }, () => true],
    [{ hasUnreadMessages: true }, ({ attributes }) => attributes.unreadMessages > 0],
    [{ toUserIDs: [manager.auth.userId] }, ({ sid }) => sid === assigned.sid],
    [{ toUserIDs: [] }, () => false],
    [
      { locationIDs: [tenant.locationIds[1] ?? ''] },
      ({ attributes }) => attributes.locationID === tenant.locationIds[1],
    ],
    [{ locationIDs: tenant.locationIds }, () => true],
    [{ locationIDs: [] }, () => false],
    [{ folderKeys: ['new'] }, ({ attributes }) => attributes.folder === 'new'],
    [{ folderKeys: ['campaigns'] }, () => false],
    [{ statusKeys: ['none'] }, () => false],
    [{ sources: ['sms'] }, () => true],
    [{ labels: ['New Lead', 'No Deal'] }, ({ sid }) => sid === first?.sid],
    [{ labels: [] }, () => false],
    [{ startDateTimeUTC: middle }, (conversation) => dated(conversation) >= middle],
    [{ endDateTimeUTC: middle }, (conversation) => dated(conversation) < middle],
    [
      { hasUnreadMessages: true, locationIDs: [tenant.locationIds[0] ?? ''] },
      ({ attributes }) => attributes.unreadMessages > 0 && attributes.locationID === tenant.locationIds[0],
    ],
  ]
  for (const [filter, fits] of cases) {
    const { data, paging } = await page(tenant, { pageSize: 100, ...filter })
    const matching = everything.filter(
      (conversation) => conversation.attributes.isClosed === (filter.isClosed ?? false) && fits(conversation),
    )
    expect([filter, namesOf(data.conversations).sort()]).toEqual([filter, namesOf(matching).sort()])
    if (paging.totalItems !== null) expect([filter, paging.totalItems]).toEqual([filter, matching.length])
  }
})

describe('search', () => {
  test('finds names by any part of them, treats % and _ as punctuation, and phones by their digits', async () => {
    const tenant = await instance.createTenant()
    const names = ['Ann Lee', 'annabel Stone', '100% Pure', 'under_score', 'back\\slash', "O'Neil", 'Zoë Núñez']
    const phones = names.map(() => newPhone())
    for (const [i, contactName] of names.entries()) {
      ok(
        await tenant.owner.call(contract.conversations.getSetSms, {
          contactName,
          contactPhoneNumber: phones[i] ?? '',
          tenantPhoneNumber: tenant.numbers[0] ?? '',
        }),
      )
    }
    const byName = async (searchName: string) =>
      (await tenant.list(tenant.owner, { searchName })).map(({ contact }) => contact.name).sort()
    expect(await byName('ann')).toEqual(['Ann Lee', 'annabel Stone'])
    expect(await byName('ANN L')).toEqual(['Ann Lee'])
    expect(await byName('100%')).toEqual(['100% Pure'])
    expect(await byName('score_under')).toEqual(['under_score'])
    expect(await byName('back\\slash')).toEqual(['back\\slash'])
    for (const sign of ['%', '_', '\\', "'"]) expect([sign, await byName(sign)]).toEqual([sign, []])
    expect(await byName('núñ')).toEqual(['Zoë Núñez'])
    expect(await byName('nobody')).toEqual([])

    const [phone = ''] = phones
    const national = phone.slice(2)
    const written = `(${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}`
    const byPhone = async (searchPhoneNumber: string) => namesOf(await tenant.list(tenant.owner, { searchPhoneNumber }))
    for (const term of [phone, national, written, `+1 ${written}`, phone.slice(1), national.slice(3)]) {
      expect([term, await byPhone(term)]).toEqual([term, [phone]])
    }
    expect((await byPhone('212')).sort()).toEqual(phones.toSorted())
    // A national number with its trunk zero finds the contact too.
    const round = '+13055550100'
    await tenant.textFrom(round, 'Hi')
    for (const term of ['0', '00', '01', '0100'])
      expect([term, await byPhone(term)]).toEqual([term, expect.arrayContaining([round])])
    for (const term of ['%', '_', 'abc', '---', '999999999999']) expect([term, await byPhone(term)]).toEqual([term, []])
  })
})

test('maintained totals are exact after hundreds of concurrent changes, before, during and after folding', async () => {
  const tenant = await withTexts(12, 2)
  const { owner, tenantId } = tenant
  const sids = (await tenant.list(owner, { pageSize: 100 })).map(({ sid, phoneNumber, tenantPhoneNumber }) => ({
    sid,
    phoneNumber,
    tenantPhoneNumber,
  }))
  const { conversations } = contract
  const fold = () => foldConversationCounts.run(instance.server.services, { tenantId }, { jobId: '0', isLast: false })
  const act = async (n: number): Promise<unknown> => {
    const { sid, phoneNumber, tenantPhoneNumber } = sids[(n * 7) % sids.length] ?? {
      sid: '',
      phoneNumber: '',
      tenantPhoneNumber: '',
    }
    if (n % 29 === 0) return fold()
    if (n % 11 === 3) return owner.call(contract.attention.snooze, { sid, until: null })
    if (n % 11 === 5) return owner.call(contract.attention.unsnooze, { sid })
    if (n % 11 === 7) return owner.call(contract.attention.handled, { sid })
    if (n % 11 === 9)
      return owner.call(contract.messages.send, {
        conversationSid: sid,
        text: `Answer ${n}`,
        clientMessageId: crypto.randomUUID(),
      })
    if (n % 5 === 0) return owner.call(conversations.close, { sid })
    if (n % 5 === 1) return owner.call(conversations.open, { sid })
    if (n % 5 === 2) return owner.call(contract.attention.markRead, { sid, upToIndex: 1000 })
    return text(phoneNumber, tenantPhoneNumber, `More ${n}`)
  }
  const check = async () => {
    const all = [
      ...(await tenant.list(owner, { pageSize: 100 })),
      ...(await tenant.list(owner, { pageSize: 100, isClosed: true })),
    ]
    const snoozed = await tenant.list(owner, { pageSize: 100, isSnoozed: true })
    expect(ok(await owner.call(getStats, {})).data).toMatchObject({
      totalSnoozed: snoozed.length,
      totalNeedsAnswer: all.filter(({ attributes }) => attributes.needsAnswerSince !== null).length,
    })
    expect(all.length + snoozed.length).toBe(sids.length)
    for (const isClosed of [false, true]) {
      const shown = all.filter(({ attributes }) => attributes.isClosed === isClosed)
      const unread = shown.filter(({ attributes }) => attributes.unreadMessages > 0)
      const by = (list: Conversation[], id: string) =>
        list.filter(({ attributes }) => attributes.locationID === id).length
      const { data } = ok(await owner.call(getStats, { isClosed }))
      expect(data).toMatchObject({
        totalOpen: all.filter(({ attributes }) => !attributes.isClosed).length,
        totalClosed: all.filter(({ attributes }) => attributes.isClosed).length,
        totalUnread: unread.length,
      })
      for (const id of tenant.locationIds) {
        expect(data.totals.byLocation[id] ?? 0).toBe(by(shown, id))
        expect(data.unreadTotals.byLocation[id] ?? 0).toBe(by(unread, id))
      }
    }
  }
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 30 }, (_, i) => act(round * 30 + i)))
  await instance.idle()
  await check()
  await fold()
  await check()
  await fold()
  const { rows } = await instance.server.database.owner.query('select from conversation_counts where tenant_id = $1', [
    tenantId,
  ])
  expect(rows.length).toBeLessThanOrEqual(20)
  await check()
  expect(instance.errors).toEqual([])
})
