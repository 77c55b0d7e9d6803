import { contract } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance, type TestInstance } from '../../testing/test-instance.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1'
const LONG = 'https://example.com/booking/cleaning?patient=maya&from=text'
const { create, getList, remove } = contract.shortLinks

const instance = await sharedTestInstance()

async function aLink() {
  const tenant = await instance.createTenant({ locations: 2 })
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  const link = ok(await tenant.owner.call(create, { conversationSid: sid, linkUrl: LONG })).data
  return { tenant, sid, link }
}
const follow = (shortUrl: string, init: RequestInit & { agent?: string } = {}) =>
  fetch(instance.url + new URL(shortUrl).pathname, {
    redirect: 'manual',
    ...init,
    headers: { 'user-agent': init.agent ?? PHONE, ...init.headers },
  })

test('following a link redirects; clicks of people are counted, those of programs are not', async () => {
  const { tenant, sid, link } = await aLink()
  expect(link.shortUrl).toBe(`${instance.server.publicUrl()}/l/${link.code}`)
  expect(link).toMatchObject({ url: LONG, clicks: 0, createdBy: 'Olive Owner', conversationSid: sid })
  const answer = await follow(link.shortUrl)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, LONG])
  // A reload is the same click.
  await follow(link.shortUrl)
  await instance.server.database.owner.query(
    "update short_links set last_clicked_at = now() - interval '11 seconds' where tenant_id = $1",
    [tenant.tenantId],
  )
  await follow(link.shortUrl)
  for (const agent of [
    'facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    'Slackbot-LinkExpanding 1.0',
    'WhatsApp/2.23',
    'curl/8.0',
  ])
    expect((await follow(link.shortUrl, { agent })).status).toBe(302)
  await follow(link.shortUrl, { method: 'HEAD' })
  await follow(link.shortUrl, { headers: { 'sec-purpose': 'prefetch' } })
  // The carrier’s scanner opens it before the text has left.
  const { owner } = instance.server.database
  await owner.query(
    `update short_links l set last_clicked_at = null, message_id = (
       select id from messages m where m.tenant_id = $1 and m.conversation_id = l.conversation_id limit 1
     ) where l.tenant_id = $1`,
    [tenant.tenantId],
  )
  await owner.query("update messages set delivery_status = 'sending' where tenant_id = $1", [tenant.tenantId])
  expect((await follow(link.shortUrl)).status).toBe(302)
  await owner.query('update short_links set last_clicked_at = now(), message_id = null where tenant_id = $1', [
    tenant.tenantId,
  ])
  const [counted] = ok(await tenant.owner.call(getList, {})).data.shortLinks
  expect(counted).toMatchObject({ code: link.code, clicks: 2 })
  expect(counted?.lastClickedAt).not.toBeNull()
})

test('an unknown, removed or expired link shows a friendly page', async () => {
  const { tenant, link } = await aLink()
  const ended = async (url: string) => {
    const answer = await follow(url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await answer.text()).toContain('This link no longer works')
  }
  await ended('http://x/l/AAAAAAAA')
  await ended('http://x/l/..%2f..%2fetc')
  await ended(`http://x/l/${link.code}x`)
  ok(await tenant.owner.call(remove, { linkCode: link.code }))
  await ended(link.shortUrl)
  expect(await tenant.owner.call(remove, { linkCode: link.code })).toFail('ShortLinkNotFound')
  expect(ok(await tenant.owner.call(getList, {})).data.shortLinks).toEqual([])
  const { link: old, tenant: other } = await aLink()
  await instance.server.database.owner.query(
    "update short_links set expires_at = now() - interval '1 day' where tenant_id = $1",
    [other.tenantId],
  )
  await ended(old.shortUrl)
})

test('scripts, private addresses and our own links are rejected', async () => {
  const { tenant, sid, link } = await aLink()
  for (const linkUrl of [
    'javascript:alert(1)',
    'http://127.0.0.1/admin',
    'http://localhost/',
    'https://owner:secret@example.com/',
    'ftp://example.com/a',
    'not an address',
  ])
    expect(await tenant.owner.call(create, { conversationSid: sid, linkUrl })).toFail('LinkNotShortenable')
  ok(await tenant.owner.call(contract.sending.saveSettings, { shortLinkDomain: 'go.harbor-dental.example' }))
  const named = ok(await tenant.owner.call(create, { conversationSid: sid, linkUrl: LONG })).data
  expect(named.shortUrl).toBe(`https://go.harbor-dental.example/l/${named.code}`)
  expect(await tenant.owner.call(create, { conversationSid: sid, linkUrl: named.shortUrl })).toFail(
    'LinkNotShortenable',
  )
  expect((await follow(link.shortUrl)).status).toBe(302)
  for (const shortLinkDomain of ['https://go.example.com', 'go', 'go.example.com/x', '10.0.0.1'])
    expect(await tenant.owner.call(contract.sending.saveSettings, { shortLinkDomain })).toFail('InvalidInput')
})

test('links are listed to those who see their conversation, newest first and paginated', async () => {
  const { tenant, sid, link } = await aLink()
  const second = ok(await tenant.owner.call(create, { conversationSid: sid, linkUrl: `${LONG}&n=2` })).data
  const page = ok(await tenant.owner.call(getList, { pageSize: 1 })).data
  expect([page.shortLinks.map(({ code }) => code), page.hasNextPage]).toEqual([[second.code], true])
  const next = ok(await tenant.owner.call(getList, { pageSize: 1, beforeCode: second.code })).data
  expect([next.shortLinks.map(({ code }) => code), next.hasNextPage]).toEqual([[link.code], false])
  const [here = '', there = ''] = tenant.locationIds
  const linksAt = async (...locationIDs: string[]) =>
    ok(await tenant.owner.call(getList, { locationIDs })).data.shortLinks.length
  expect([await linksAt(here), await linksAt(there), await linksAt(here, there)]).toEqual([2, 0, 2])
  const elsewhere = await tenant.createUser('Manager', { locationIds: [tenant.locationIds[1] ?? ''] })
  expect(ok(await elsewhere.call(getList, {})).data.shortLinks).toEqual([])
  expect(await elsewhere.call(remove, { linkCode: link.code })).toFail('ShortLinkNotFound')
  expect(await elsewhere.call(create, { conversationSid: sid, linkUrl: LONG })).toFail('ConversationNotFound')
})

test('a link requested while its conversation is being deleted is refused', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  const { owner } = instance.server.database
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('select from conversations where tenant_id = $1 and id = $2 for update', [
      tenant.tenantId,
      fromSid(sid),
    ])
    const creating = tenant.owner.call(create, { conversationSid: sid, linkUrl: LONG })
    await expect.poll(() => countWaiting(owner)).toBe(1)
    for (const table of ['messages', 'conversation_counts', 'conversations'])
      await client.query(`delete from ${table} where tenant_id = $1`, [tenant.tenantId])
    await client.query('commit')
    expect(await creating).toFail('ConversationNotFound')
  } finally {
    client.release()
  }
  expect(instance.errors).toEqual([])
})

async function countWaiting(owner: TestInstance['server']['database']['owner']): Promise<number> {
  const { rows } = await owner.query(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows[0].n
}
