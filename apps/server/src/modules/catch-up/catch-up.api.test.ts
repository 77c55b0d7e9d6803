import { contract } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

describe('catching up', () => {
  test('the first request returns the end of the log and nothing else', async () => {
    const tenant = await instance.createTenant()
    const screen = await connectLive(instance.url, tenant.owner.auth)
    const before = await screen.catchUp(null)
    expect(before).toMatchObject({ status: 'ok', events: [] })
    await tenant.textFrom(newPhone(), 'Hello')
    const answer = await screen.catchUp(null)
    expect(answer).toMatchObject({ status: 'ok', events: [] })
    expect(Number(answer.lastId)).toBeGreaterThan(Number(before.lastId))
    screen.close()
  })

  test('a change that commits late under a lower id than the last one seen is not missed', async () => {
    const tenant = await instance.createTenant()
    const late = await tenant.textFrom(newPhone(), 'Slow')
    const screen = await connectLive(instance.url, tenant.owner.auth)
    const { connectionString } = instance.server.database.owner.options
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query('begin')
    await client.query(
      'update conversations set version = version + 1, is_closed = true where tenant_id = $1 and id = $2',
      [tenant.tenantId, fromSid(late.sid)],
    )
    await client.query(
      `insert into events (tenant_id, type, location_id, conversation_id, created_at) values ($1, 'conversation.closed', $2, $3, now())`,
      [tenant.tenantId, late.attributes.locationID, fromSid(late.sid)],
    )
    ok(
      await tenant.owner.call(contract.conversations.getSetSms, {
        contactPhoneNumber: newPhone(),
        tenantPhoneNumber: late.tenantPhoneNumber,
      }),
    )
    const { lastId } = await screen.catchUp(null)
    await client.query('commit')
    await client.end()
    const answer = await screen.catchUp(lastId)
    const changed = answer.status === 'ok' ? answer.events.filter((event) => event.type === 'conversation.changed') : []
    expect(changed.find(({ conversation }) => conversation.sid === late.sid)?.conversation).toMatchObject({
      version: late.version + 1,
      attributes: { isClosed: true },
    })
    screen.close()
  })

  test('a scheduled message that an unmerge moved to a hidden conversation is left out', async () => {
    const tenant = await instance.createTenant()
    const { owner } = tenant
    const member = await tenant.createUser('TeamMember')
    const [shared, hidden] = [await tenant.textFrom(newPhone(), 'Hello'), await tenant.textFrom(newPhone(), 'Hello')]
    ok(await owner.call(contract.assignment.change, { sid: shared.sid, toUserID: member.auth.userId }))
    ok(await owner.call(contract.assignment.change, { sid: hidden.sid, toUserID: owner.auth.userId }))
    const sendAt = Temporal.Now.instant().add({ hours: 48 }).toString()
    const draft = { conversationSid: hidden.sid, text: 'First', sendAt, clientMessageId: crypto.randomUUID() }
    const { sid } = ok(await owner.call(contract.scheduledMessages.create, draft)).data
    const screen = await connectLive(instance.url, member.auth)
    const { lastId } = await screen.catchUp(null)

    ok(await owner.call(contract.merging.merge, { sid: hidden.sid, intoSid: shared.sid }))
    ok(await owner.call(contract.scheduledMessages.update, { sid, text: 'Second' }))
    ok(await owner.call(contract.merging.unmerge, { sid: shared.sid, mergedSid: hidden.sid }))
    ok(await owner.call(contract.scheduledMessages.update, { sid, text: 'For the owner only' }))
    const missed = await screen.catchUp(lastId)
    expect(missed.status).toBe('ok')
    expect(JSON.stringify(missed)).not.toContain('For the owner only')
    screen.close()
  })

  test('up to 500 changes are returned, more are “reload”', async () => {
    const tenant = await instance.createTenant()
    const conversation = await tenant.textFrom(newPhone(), 'Hello')
    const screen = await connectLive(instance.url, tenant.owner.auth)
    // Older than what is repeated for safety.
    const { owner } = instance.server.database
    await owner.query("update events set created_at = created_at - interval '1 hour' where tenant_id = $1", [
      tenant.tenantId,
    ])
    const { lastId } = await screen.catchUp(null)
    const already = (await owner.query('select from events where tenant_id = $1', [tenant.tenantId])).rowCount ?? 0
    const add = (n: number) =>
      owner.query(
        `insert into events (tenant_id, type, location_id, conversation_id, created_at)
         select $1, 'conversation.read', $2, $3, now() from generate_series(1, $4)`,
        [tenant.tenantId, conversation.attributes.locationID, fromSid(conversation.sid), n],
      )
    await add(500 - already)
    expect(await screen.catchUp(lastId)).toMatchObject({
      status: 'ok',
      // The plan and the number were added within what is repeated for safety.
      events: [
        { type: 'conversation.changed' },
        { type: 'message.created' },
        { type: 'subscription.changed' },
        { type: 'setting.changed' },
      ],
    })
    await add(already + 1)
    const answer = await screen.catchUp(lastId)
    expect(answer.status).toBe('reload')
    expect(BigInt(answer.lastId)).toBeGreaterThan(BigInt(lastId))
    screen.close()
  })

  test('an id from the future, of another log, or a malformed one is “reload”, and is not logged as an error', async () => {
    const tenant = await instance.createTenant()
    await tenant.textFrom(newPhone(), 'Hello')
    const screen = await connectLive(instance.url, tenant.owner.auth)
    for (const after of [
      '999999999999',
      '9999999999999999999',
      '-1',
      'abc',
      '1.5',
      '',
      {},
      [],
      7,
      "1'; drop table events; --",
    ]) {
      expect([after, await screen.catchUp(after as string)]).toEqual([
        after,
        expect.objectContaining({ status: 'reload' }),
      ])
    }
    expect(instance.errors).toEqual([])
    screen.close()
  })

  test('the id of another tenant’s event reveals nothing of theirs', async () => {
    const [mine, theirs] = [await instance.createTenant(), await instance.createTenant()]
    const conversation = await mine.textFrom(newPhone(), 'Ours')
    const foreignScreen = await connectLive(instance.url, theirs.owner.auth)
    await theirs.textFrom(newPhone(), 'Theirs')
    const { lastId } = await foreignScreen.catchUp(null)
    await theirs.textFrom(newPhone(), 'Theirs again')
    await mine.textFrom(conversation.phoneNumber, 'Ours again')
    const screen = await connectLive(instance.url, mine.owner.auth)
    const answer = await screen.catchUp(lastId)
    expect(answer.status).toBe('ok')
    expect(JSON.stringify(answer)).toContain('Ours again')
    expect(JSON.stringify(answer)).not.toContain('Theirs')
    screen.close()
    foreignScreen.close()
  })

  test('an event of an older version whose data the present code cannot parse is “reload”', async () => {
    const tenant = await instance.createTenant()
    const screen = await connectLive(instance.url, tenant.owner.auth)
    const { lastId } = await screen.catchUp(null)
    const { owner } = instance.server.database
    await owner.query(
      `insert into events (tenant_id, type, data, created_at) values ($1, 'setting.changed', '{"subject": "fax"}', now())`,
      [tenant.tenantId],
    )
    expect(await screen.catchUp(lastId)).toMatchObject({ status: 'reload' })
    await owner.query(`delete from events where tenant_id = $1 and data ->> 'subject' = 'fax'`, [tenant.tenantId])
    screen.close()
  })

  test('returns the user’s own drafts, and nobody else’s', async () => {
    const tenant = await instance.createTenant()
    const { sid } = await tenant.textFrom(newPhone(), 'Hello')
    const manager = await tenant.createUser('Manager')
    const screen = await connectLive(instance.url, tenant.owner.auth)
    const { lastId } = await screen.catchUp(null)
    ok(await tenant.owner.call(contract.conversations.saveDraft, { sid, messageDraft: 'My words' }))
    ok(await manager.call(contract.conversations.saveDraft, { sid, messageDraft: 'Their words' }))
    const answer = JSON.stringify(await screen.catchUp(lastId))
    expect(answer).toContain('My words')
    expect(answer).not.toContain('Their words')
    screen.close()
  })

  test('a draft that was sent while a screen was away is gone from it', async () => {
    const tenant = await instance.createTenant()
    const { sid } = await tenant.textFrom(newPhone(), 'Hello')
    ok(await tenant.owner.call(contract.conversations.saveDraft, { sid, messageDraft: 'My words' }))
    const screen = await connectLive(instance.url, tenant.owner.auth)
    const { lastId } = await screen.catchUp(null)
    // Older than what is repeated for safety.
    await instance.server.database.owner.query(
      "update events set created_at = created_at - interval '1 hour' where tenant_id = $1",
      [tenant.tenantId],
    )
    const request = { conversationSid: sid, text: 'My words', clientMessageId: crypto.randomUUID() }
    ok(await tenant.owner.call(contract.messages.send, request))
    const answer = await screen.catchUp(lastId)
    const draftEvents = answer.status === 'ok' ? answer.events.filter(({ type }) => type === 'draft.changed') : []
    expect(draftEvents).toMatchObject([{ conversationSid: sid, messageDraft: '' }])
    screen.close()
  })
})
