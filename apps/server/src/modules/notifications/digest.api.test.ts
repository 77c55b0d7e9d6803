import { contract } from '@frontdesk/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { aClock } from '../../testing/clock.ts'
import { aPhone, type House, openHouse } from '../../testing/house.ts'

const clock = aClock()
let house: House
beforeAll(async () => {
  house = await openHouse({ now: clock.now })
})
afterAll(() => house.close())

test('one mail gathers what waits, not before it waited, not while its reader is there, at most one an hour', async () => {
  const tenant = await house.aTenant()
  const { userName } = tenant.owner.auth
  const mails = async () =>
    (
      await house.server.database.owner.query<{ subject: string; text: string | null }>(
        'select subject, text from mails where tenant_id = $1 and recipient = $2 order by created_at',
        [tenant.tenantId, userName],
      )
    ).rows.filter(({ subject }) => /attention|^New message/.test(subject))
  await tenant.textFrom(aPhone(), 'First question')
  const read = await tenant.textFrom(aPhone(), 'Read meanwhile')
  ok(await tenant.owner.call(contract.attention.markRead, { sid: read.sid, upToIndex: 1 }))
  await tenant.textFrom(aPhone(), 'Second question')
  await house.runLater('send-notification-digest')
  expect(await mails()).toEqual([])

  clock.advance(15 * 60_000)
  await house.server.database.owner.query('update users set last_seen_at = $2 where tenant_id = $1', [
    tenant.tenantId,
    clock.now(),
  ])
  await house.runLater('send-notification-digest')
  expect(await mails()).toEqual([])

  clock.advance(15 * 60_000)
  await house.runLater('send-notification-digest')
  expect((await mails()).map(({ subject }) => subject)).toEqual(['2 conversations need your attention'])

  Object.assign(
    tenant.owner.auth,
    ok(
      await callEndpoint(house.url, contract.accounts.refreshSession, {
        refreshToken: tenant.owner.auth.refreshToken,
      }),
    ),
  )
  await tenant.textFrom(aPhone(), 'Third question')
  clock.advance(15 * 60_000)
  await house.runLater('send-notification-digest')
  expect(await mails()).toHaveLength(1)
  clock.advance(60 * 60_000)
  await house.runLater('send-notification-digest')
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    '2 conversations need your attention',
    expect.stringMatching(/^New message from /),
  ])
})
