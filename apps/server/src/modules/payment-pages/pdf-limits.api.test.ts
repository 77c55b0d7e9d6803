import { contract } from '@frontdesk/contract/api'
import { afterAll, expect, test } from 'vitest'
import { createCardRequests } from '../../testing/card-requests.ts'
import { ok } from '../../testing/client.ts'
import { signInForFilesCookie } from '../../testing/files.ts'
import { createVisitor } from '../../testing/payment-pages.ts'
import { connectCashier } from '../../testing/payments.ts'
import { newPhone, PASSWORD, startTestInstance } from '../../testing/test-instance.ts'

const { cardPayments, contacts, paymentRequests } = contract

const pdfLimits = { timeMaxMs: 30_000, perTenant: 20 }
const instance = await startTestInstance({ pdfLimits })
const { aSentRequest, send, ofCards, get, dispute } = createCardRequests(instance)
afterAll(() => instance.close())

/** Draws with other limits meanwhile. */
async function withLimits<Result>(limits: Partial<typeof pdfLimits>, work: () => Promise<Result>): Promise<Result> {
  const before = { ...pdfLimits }
  Object.assign(pdfLimits, limits)
  return work().finally(() => Object.assign(pdfLimits, before))
}

test('a document that takes too long is stopped with an error, and the next one is drawn', async () => {
  const phone = newPhone()
  const { tenant, id } = await aSentRequest(1000, { contact: { name: 'Maya Chen', phone } })
  const cookie = await signInForFilesCookie(instance.url, tenant.owner.auth, PASSWORD)
  const download = () => fetch(`${instance.url}/files/payments/${id}.pdf`, { headers: { cookie } })
  const { visit, enter } = createVisitor(instance.url)
  const { url } = ok(await tenant.owner.call(paymentRequests.getLink, { id })).data
  await enter(url, phone)
  const onPage = () => visit(`${new URL(url).pathname}/document.pdf`)

  await withLimits({ timeMaxMs: 0 }, async () => {
    const stopped = await download()
    expect([stopped.status, await stopped.json()]).toMatchObject([422, { errorCode: 'PdfTooSlow' }])
    expect(await onPage()).toMatchObject({ status: 422, text: expect.stringContaining('create the PDF right now') })
  })
  await withLimits({ perTenant: 0 }, async () => {
    const refused = await download()
    expect([refused.status, await refused.json()]).toMatchObject([429, { errorCode: 'TooManyPdfs' }])
    expect((await onPage()).status).toBe(429)
  })
  expect((await download()).headers.get('content-type')).toBe('application/pdf')
  expect((await onPage()).text.slice(0, 5)).toBe('%PDF-')
})

test('an email waits while its business has too many PDFs, and fails if its own takes too long three times', async () => {
  const { tenant, id } = await aSentRequest(1000, { contact: { name: 'Maya Chen', phone: newPhone() } })
  const { owner } = tenant
  const email = `maya-${crypto.randomUUID()}@example.test`
  const contactID = (await get(tenant, id)).contact?.id ?? ''
  ok(await owner.call(contacts.update, { id: contactID, email }))
  const mail = async () => {
    ok(await owner.call(paymentRequests.sendByEmail, { id, clientMailId: crypto.randomUUID() }))
    await instance.idle()
  }
  const states = async () => {
    const { rows } = await instance.server.database.owner.query(
      'select state, attempts from mails where tenant_id = $1 and recipient = $2 order by created_at',
      [tenant.tenantId, email],
    )
    return rows
  }
  await withLimits({ timeMaxMs: 0 }, async () => {
    await mail()
    expect(await states()).toEqual([{ state: 'queued', attempts: 1 }])
    for (let attempt = 2; attempt <= 3; attempt++) await instance.runDelayedJobs('send-mail')
  })
  expect(await states()).toEqual([{ state: 'failed', attempts: 3 }])
  await withLimits({ perTenant: 0 }, mail)
  expect(await states()).toMatchObject([{ state: 'failed' }, { state: 'queued', attempts: 1 }])
  expect(await instance.emailsTo(email)).toEqual([])
  await instance.runDelayedJobs('send-mail')
  expect((await states()).map(({ state }) => state)).toEqual(['failed', 'sent'])
})

test('evidence whose files all take too long is not sent, with the reason, and can be sent again', async () => {
  const { tenant, cashier, id } = await aSentRequest(1000)
  const { owner } = tenant
  const disputeId = await dispute(tenant, cashier, id)
  const submit = async () => {
    ok(await owner.call(cardPayments.submitEvidence, { id: disputeId, note: '' }))
    await instance.idle()
    return (await ofCards(tenant, id)).disputes[0]
  }
  await withLimits({ timeMaxMs: 0 }, async () => {
    expect(await owner.call(cardPayments.getEvidence, { id: disputeId })).toFail('PdfTooSlow')
    expect(await submit()).toMatchObject({
      ...{ submittedAt: null, isSubmitting: false, failureReason: expect.stringContaining('took too long') },
    })
  })
  expect(await submit()).toMatchObject({ submittedAt: expect.any(String), failureReason: null })
})

test('evidence is drawn once for its list, its previews and the bank, and again when it has changed', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const cashier = await connectCashier(instance, tenant)
  const phone = newPhone()
  const { contact } = await tenant.textFrom(phone, 'I take the blue one')
  const id = await send(tenant, 1000, { contact: undefined, contactID: contact.id })
  const disputeId = await dispute(tenant, cashier, id)
  const list = () => owner.call(cardPayments.getEvidence, { id: disputeId })
  ok(await list())
  await tenant.textFrom(phone, 'No, the green one')
  const withoutDrawing = <Result>(work: () => Promise<Result>) => withLimits({ perTenant: 0 }, work)
  expect(await withoutDrawing(list)).toFail('TooManyPdfs')
  const { files } = ok(await list()).data
  const cookie = await signInForFilesCookie(instance.url, owner.auth, PASSWORD)
  await withoutDrawing(async () => {
    expect(ok(await list()).data.files).toEqual(files)
    for (const { url } of files) expect((await fetch(instance.url + url, { headers: { cookie } })).status).toBe(200)
    ok(await owner.call(cardPayments.submitEvidence, { id: disputeId, note: 'They came for it.' }))
    await instance.idle()
    expect((await ofCards(tenant, id)).disputes).toMatchObject([{ submittedAt: expect.any(String) }])
    const uploads = (await cashier.state()).events.filter(({ type }) => type === 'file.created')
    expect([uploads.length, files.length]).toEqual([2, 2])
  })
})
