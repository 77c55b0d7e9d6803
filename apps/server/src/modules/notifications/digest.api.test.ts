import { contract } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { newPhone, startTestInstance, type TestInstance, type TestUser } from '../../testing/test-instance.ts'

const clock = createTestClock()
let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now })
})
afterAll(() => instance.close())

test('the digest waits, skips users who are online, and is sent at most once an hour', async () => {
  const tenant = await instance.createTenant()
  const { userName } = tenant.owner.auth
  const mails = async () =>
    (
      await instance.server.database.owner.query<{ subject: string; text: string | null }>(
        'select subject, text from mails where tenant_id = $1 and recipient = $2 order by created_at',
        [tenant.tenantId, userName],
      )
    ).rows.filter(({ subject }) => /attention|^New message/.test(subject))
  await tenant.textFrom(newPhone(), 'First question')
  const read = await tenant.textFrom(newPhone(), 'Read meanwhile')
  ok(await tenant.owner.call(contract.attention.markRead, { sid: read.sid, upToIndex: 1 }))
  await tenant.textFrom(newPhone(), 'Second question')
  await instance.runDelayedJobs('send-notification-digest')
  expect(await mails()).toEqual([])

  clock.advance(15 * 60_000)
  await instance.server.database.owner.query('update users set last_seen_at = $2 where tenant_id = $1', [
    tenant.tenantId,
    clock.now(),
  ])
  await instance.runDelayedJobs('send-notification-digest')
  expect(await mails()).toEqual([])

  clock.advance(15 * 60_000)
  await instance.runDelayedJobs('send-notification-digest')
  expect((await mails()).map(({ subject }) => subject)).toEqual(['2 conversations need your attention'])

  Object.assign(
    tenant.owner.auth,
    ok(
      await callEndpoint(instance.url, contract.accounts.refreshSession, {
        refreshToken: tenant.owner.auth.refreshToken,
      }),
    ),
  )
  await tenant.textFrom(newPhone(), 'Third question')
  clock.advance(15 * 60_000)
  await instance.runDelayedJobs('send-notification-digest')
  expect(await mails()).toHaveLength(1)
  clock.advance(60 * 60_000)
  await instance.runDelayedJobs('send-notification-digest')
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    '2 conversations need your attention',
    expect.stringMatching(/^New message from /),
  ])
})

test('a digest that could not be sent yet is dropped when its member is removed', async () => {
  const tenant = await instance.createTenant()
  const [present, removed] = [await tenant.createUser('Manager'), await tenant.createUser('Manager')]
  const removeFault = await instance.addFault({ kind: 'fail-mail', code: 451 })
  await tenant.textFrom(newPhone(), 'Between us')
  clock.advance(30 * 60_000)
  await instance.runDelayedJobs('send-notification-digest')
  // Their own sessions have expired by the clock of this test.
  const { owner: database } = instance.server.database
  await database.query('update users set removed_at = now() where id = $1', [removed.auth.userId])
  await removeFault()
  await instance.runDelayedJobs('send-mail')
  const textsTo = async ({ auth }: TestUser) => (await instance.emailsTo(auth.userName)).map(({ text }) => text)
  expect((await textsTo(present)).join()).toContain('Between us')
  expect((await textsTo(removed)).join()).not.toContain('Between us')
})
