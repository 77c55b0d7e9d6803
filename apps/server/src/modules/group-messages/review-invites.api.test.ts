import { contract } from '@frontdesk/contract/api'
import { expect, test, vi } from 'vitest'
import { ok } from '../../testing/client.ts'
import { startGroupMessageTests } from '../../testing/group-message-tests.ts'
import { addContact, arrivedTexts, groupMessage } from '../../testing/groups.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone } from '../../testing/test-instance.ts'
import { lockGroupMessage } from './rows.ts'
import { sendBatch } from './send-group-message.job.ts'

const { groupMessages, groups, locations, reviewInvites } = contract

const { instance, clock, sendMessage, finish } = await startGroupMessageTests()

test('an invite that is repeated while the job sends it arrives once', async () => {
  clock.goToNext('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const ann = await addContact(tenant, 'Ann')
  const invite = { contactID: ann.id, text: 'How was it?', clientMessageId: crypto.randomUUID() }
  const { heldUntil } = ok(await owner.call(reviewInvites.send, invite)).data
  await finish()
  clock.goTo(Temporal.Instant.from(heldUntil ?? ''))
  const { repeated } = await instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    const row = await lockGroupMessage(tx, invite.clientMessageId)
    if (!row) throw new Error('The invite is missing.')
    expect(await sendBatch(instance.server.services, tx, row)).toBe('more')
    const request = owner.call(reviewInvites.send, invite)
    await vi.waitFor(async () => {
      const { rows } = await instance.server.database.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    })
    return { repeated: request }
  })
  ok(await repeated)
  await finish()
  expect(await arrivedTexts(tenant, ann)).toEqual(['How was it?'])
  // The id of another message is not that of an invite.
  const bob = await addContact(tenant, 'Bob')
  expect(await owner.call(reviewInvites.send, { ...invite, contactID: bob.id })).toFail('ClientMessageIdReused')
  clock.goToNext('12:00')
  const { id } = await sendMessage(owner, { contactIDs: [ann.id, bob.id] })
  const asInvite = { contactID: bob.id, text: 'Hello', clientMessageId: id }
  expect(await owner.call(reviewInvites.send, asInvite)).toFail('ClientMessageIdReused')
})

test('review invites move the conversation, need a link, and are not part of the trial', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [locationID = ''] = tenant.locationIds
  const ann = await addContact(tenant, 'Ann')
  const invite = (contactID = ann.id) => ({ contactID, clientMessageId: crypto.randomUUID() })
  expect(await owner.call(reviewInvites.send, invite())).toFail('ReviewLinkMissing')
  expect(await tenant.conversationWith(ann.phone)).toBeUndefined()
  const text = 'Please :google_review:'
  const request = { contactIDs: [ann.id], text, isReviewInvite: true }
  expect(await owner.call(groups.sendMessage, groupMessage(request))).toFail('ReviewLinkMissing')
  expect(ok(await owner.call(groups.previewMessage, request)).data.excluded).toEqual([
    { reason: 'no-review-link', count: 1 },
  ])
  const link = 'https://g.page/r/abc/review'
  ok(await owner.call(locations.update, { id: locationID, googleReviewUrl: link }))
  const once = invite()
  const sent = ok(await owner.call(reviewInvites.send, once)).data
  expect(ok(await owner.call(reviewInvites.send, once)).data).toEqual(sent)
  await instance.idle()
  expect(await arrivedTexts(tenant, ann)).toEqual([expect.stringContaining(link)])
  const [conversation] = await tenant.list(owner, { hasSentReviewInvite: true })
  expect(conversation).toMatchObject({ sid: sent.conversationSid, attributes: { folder: 'review-invite' } })
  expect(ok(await owner.call(reviewInvites.getInvites, undefined)).contactsInvites[ann.id]).toMatchObject({ count: 1 })
  // One invite is part of the conversation; the list of group messages leaves it out.
  expect(ok(await owner.call(groupMessages.getList, {})).data.messages).toEqual([])
  const optedOut = await tenant.textFrom(newPhone(), 'STOP')
  const refused = await owner.call(reviewInvites.send, invite(optedOut.contact.id))
  expect(refused).toFail('RecipientSkipped')
  expect(refused).toMatchObject({ body: { data: { reason: 'opted-out' } } })
  clock.goToNext('22:00')
  const held = ok(await owner.call(reviewInvites.send, invite())).data
  expect(held).toMatchObject({ conversationSid: null, heldUntil: expect.any(String) })
  clock.goToNext('12:00')

  const trial = await instance.createTenant({ subscription: 'trial' })
  const bob = await addContact(trial, 'Bob')
  expect(await trial.owner.call(reviewInvites.send, invite(bob.id))).toFail('NotInTrial')
  expect(
    await trial.owner.call(groups.sendMessage, groupMessage({ contactIDs: [bob.id], isReviewInvite: true })),
  ).toFail('NotInTrial')
})

test('the text of review invites is saved for the business, by those who manage templates', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const manager = await tenant.createUser('TeamMember')
  const screen = await connectLive(instance.url, manager.auth)
  const read = async () => ok(await manager.call(reviewInvites.getInvites, undefined))
  expect(await read()).toEqual({ text: null, version: 0, contactsInvites: {} })
  expect(await manager.call(reviewInvites.saveInvites, { text: 'Mine' })).toFail('Forbidden')
  const draft = { text: 'How did we do, :contact_first_name:?', version: 0 }
  expect(ok(await owner.call(reviewInvites.saveInvites, draft))).toEqual({ text: draft.text, version: 1 })
  expect(await owner.call(reviewInvites.saveInvites, draft)).toFail('ChangedMeanwhile')
  await screen.waitFor('setting.changed', ({ subject }) => subject === 'review-invite')
  expect(await read()).toMatchObject({ text: draft.text, version: 1 })
  const ann = await addContact(tenant, 'Ann')
  ok(await owner.call(reviewInvites.send, { contactID: ann.id, clientMessageId: crypto.randomUUID() }))
  await instance.idle()
  expect(await arrivedTexts(tenant, ann)).toEqual(['How did we do, Ann?'])
  screen.close()
})
