import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createSalon, dayAhead, inNewYork, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { approveOnPage, contentOf, createEstimate, getEstimate, markEstimateSent } from '../../testing/estimates.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { bookings, merging, messages, notifications, paymentEstimates } = contract

const instance = await sharedTestInstance()

/** A business in conversation with two contacts, which sends estimates to the first one. */
async function startConversations() {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [phone, other] = [newPhone(), newPhone()]
  const conversation = await tenant.textFrom(phone, 'Hi')
  const otherConversation = await tenant.textFrom(other, 'Hello')
  const send = async (paymentID: string | undefined, text = 'Our estimate: :payment_link:', viaSid?: string) => {
    const { message } = ok(
      await owner.call(messages.send, {
        ...{ conversationSid: conversation.sid, text, clientMessageId: crypto.randomUUID() },
        ...(paymentID && { paymentID }),
        ...(viaSid && { viaSid }),
      }),
    ).data
    await instance.idle()
    return message
  }
  return {
    tenant,
    owner,
    phone,
    other,
    conversation,
    otherConversation,
    send,
    estimate: (details: object = {}) =>
      createEstimate(tenant, {
        contact: undefined,
        contactID: conversation.contact.id,
        deposit: { kind: 'amount', amount: 250 },
        ...details,
      }),
    /** Texts the business, and returns its reply. */
    say: async (from: string, text: string) => {
      await tenant.textFrom(from, text)
      await instance.idle()
      return (await tenant.messagesOnPhone(from)).at(-1)?.body ?? ''
    },
    approve: (id: string) => approveOnPage(instance.url, tenant, id, phone),
    waitsSince: async () => (await tenant.conversationWith(phone))?.attributes.needsAnswerSince,
  }
}

test('a text answers the estimate that the latest text carried', async () => {
  const { tenant, phone, send, estimate, say, waitsSince } = await startConversations()
  const { id } = await estimate()
  await send(id)
  // Someone wrote in between, so that 1 may mean something else.
  await send(undefined, 'Would 1 or 2 PM suit you?')
  await say(phone, '1')
  expect((await getEstimate(tenant, id)).status).toBe('sent')
  await send(id)
  expect(await say(phone, 'Approve!')).toContain(
    'Thank you. You approved estimate EST-0001 for $10.00. Please pay the deposit of $2.50 here: http',
  )
  const approved = await getEstimate(tenant, id)
  expect(approved).toMatchObject({ status: 'approved', answers: [{ channel: 'text', answer: 'Approve!', phone }] })
  expect(approved.answers[0]?.wording).toContain('Our estimate: http')
  // The team has nothing to reply to.
  expect(await waitsSince()).toBeNull()
  // A second yes answers our reply, which carried nothing.
  await say(phone, 'Approve')
  expect((await getEstimate(tenant, id)).answers).toHaveLength(1)
})

test('the team decides about an approval after the last valid day, of the present version only', async () => {
  const { tenant, owner, phone, send, estimate, say, approve, waitsSince } = await startConversations()
  const late = await estimate({ validUntil: '2026-01-01', deposit: null })
  const { id } = late
  await send(id)
  expect((await getEstimate(tenant, id)).status).toBe('expired')
  expect(await say(phone, 'Acepto')).toContain('has expired')
  const leftAt = await waitsSince()
  expect(leftAt).not.toBeNull()
  // A confirmed visit does not decide it.
  const salon = await createSalon(tenant)
  const visit = visitOf(salon, salon.haircut.id, inNewYork(dayAhead(7), '10:00'), phone)
  ok(await owner.call(bookings.create, { ...visit, tellsContact: true }))
  await instance.idle()
  expect(await say(phone, 'C')).toContain('is confirmed')
  expect(await waitsSince()).toBe(leftAt)
  const waiting = await getEstimate(tenant, id)
  expect(waiting).toMatchObject({ status: 'expired', answers: [{ isLate: true }] })
  expect(waiting.timeline.at(-1)?.kind).toBe('approved-late')
  const listLate = async () =>
    ok(await owner.call(notifications.getList, {})).data.notifications.filter(
      ({ kind }) => kind === 'estimate-approved-late',
    )
  expect(await listLate()).toMatchObject([{ paymentID: id, isRead: false }])
  // The approval was about the first version.
  const dearer = { ...contentOf(late), id, version: 1, deposit: null, validUntil: '2026-01-01' }
  ok(await owner.call(paymentEstimates.update, { ...dearer, lines: [{ description: 'Checkup', unitAmount: 2000 }] }))
  await instance.idle()
  const again = await getEstimate(tenant, id)
  expect([again.status, again.answers[0]?.isCurrent]).toEqual(['expired', false])
  expect(await listLate()).toMatchObject([{ isRead: true }])
  expect(await owner.call(paymentEstimates.acceptLate, { id })).toFail('PaymentStatusWrong')
  await approve(id)
  // A teammate who has not seen the answer does not discard it.
  const unseen = { ...dearer, version: 2, answerCount: 1 }
  expect(await owner.call(paymentEstimates.update, unseen)).toFail('ChangedMeanwhile')
  expect(ok(await owner.call(paymentEstimates.acceptLate, { id })).data.status).toBe('approved')
  expect(await owner.call(paymentEstimates.acceptLate, { id })).toFail('PaymentStatusWrong')
  const actions = ['payment.late-approval-accepted' as const]
  const { entries } = ok(await owner.call(contract.audit.getList, { actions })).data
  expect(entries).toMatchObject([{ actorUserID: owner.auth.userId, data: { amount: 2000, currency: 'USD' } }])
})

test('after a text that did not arrive, or was deleted, a text answers no estimate', async () => {
  const { tenant, owner, phone, send, estimate, say } = await startConversations()
  const [sent, lost] = [await estimate(), await estimate()]
  await send(sent.id)
  await instance.addFault({ kind: 'fail-send', code: 30003, phone, times: 1 })
  const message = await send(lost.id)
  await say(phone, '1')
  ok(await owner.call(messages.remove, { sid: message.sid }))
  await say(phone, '1')
  for (const { id } of [sent, lost]) expect((await getEstimate(tenant, id)).answers).toEqual([])
})

test('a deposit that the team requests says that the contact agreed, and there is no second one', async () => {
  const { tenant, owner, estimate, approve } = await startConversations()
  const { id } = await estimate()
  await markEstimateSent(tenant, id)
  const deposit = { kind: 'deposit' as const, share: { kind: 'amount' as const, amount: 250 } }
  const conversion = { id, clientDocumentId: crypto.randomUUID(), part: deposit }
  for (let n = 0; n < 2; n++) ok(await owner.call(paymentEstimates.convert, conversion))
  const higher = { ...deposit, share: { ...deposit.share, amount: 500 } }
  expect(await owner.call(paymentEstimates.convert, { ...conversion, part: higher })).toFail('ClientPaymentIdReused')
  expect((await getEstimate(tenant, id)).status).toBe('approved')
  // As stored before a requested deposit approved its estimate.
  await instance.server.database.owner.query(
    "update payment_documents set stage = 'viewed', status = 'viewed', valid_until = '2026-01-01' where tenant_id = $1 and id = $2",
    [tenant.tenantId, id],
  )
  await approve(id)
  const { status, related } = await getEstimate(tenant, id)
  expect([status, related.length]).toEqual(['approved', 1])
  ok(await owner.call(paymentEstimates.updateStatus, { id, status: 'cancelled' }))
  expect((await getEstimate(tenant, id)).related).toMatchObject([{ part: 'deposit', status: 'cancelled' }])
})

test('in a merged conversation only the contact of the estimate answers it', async () => {
  const { tenant, owner, phone, other, conversation, otherConversation, send, estimate, say } =
    await startConversations()
  ok(await owner.call(merging.merge, { sid: otherConversation.sid, intoSid: conversation.sid }))
  const { id } = await estimate()
  await send(id, 'Estimate', conversation.sid)
  await say(other, '1')
  expect((await getEstimate(tenant, id)).status).toBe('sent')
  await say(phone, '1')
  expect((await getEstimate(tenant, id)).status).toBe('approved')
})
