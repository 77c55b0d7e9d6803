import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { createCardRequests } from '../../testing/card-requests.ts'
import { ok } from '../../testing/client.ts'
import { approveOnPage, createEstimate, getEstimate, markEstimateSent } from '../../testing/estimates.ts'
import { signInForFilesCookie } from '../../testing/files.ts'
import { connectCashier } from '../../testing/payments.ts'
import { newPhone, PASSWORD, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'
import { drawFiles } from './evidence-files.ts'

const { cardPayments, paymentRequests } = contract
const instance = await sharedTestInstance()
const { aSentRequest, send, dispute } = createCardRequests(instance)

test('the receipt, the approved estimate and the messages are previewed, and uploaded with the evidence once', async () => {
  const tenant = await instance.createTenant()
  const cashier = await connectCashier(instance, tenant)
  const { owner } = tenant
  const phone = newPhone()
  const { contact } = await tenant.textFrom(phone, 'When can you come?')
  const deposit = { kind: 'amount', amount: 400 }
  const { id } = await createEstimate(tenant, { contact: undefined, contactID: contact.id, deposit })
  await markEstimateSent(tenant, id)
  await approveOnPage(instance.url, tenant, id, phone)
  const request = (await getEstimate(tenant, id)).related[0]?.id ?? ''
  ok(await owner.call(paymentRequests.updateStatus, { id: request, status: 'sent' }))
  const disputeId = await dispute(tenant, cashier, request)

  const { files } = ok(await owner.call(cardPayments.getEvidence, { id: disputeId })).data
  expect(files.map(({ kind, filename }) => [kind, filename])).toEqual([
    ['receipt', 'receipt-INV-0001.pdf'],
    ['estimate', 'estimate-EST-0001.pdf'],
    ['messages', 'messages-INV-0001.pdf'],
  ])
  const cookieOf = ({ auth }: TestUser) => signInForFilesCookie(instance.url, auth, PASSWORD)
  const open = async (url: string, cookie: string) => fetch(`${instance.url}${url}`, { headers: { cookie } })
  const cookie = await cookieOf(owner)
  for (const { url, filename } of files) {
    const file = await open(url, cookie)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(file.headers.get('content-disposition')).toContain(filename)
    expect((await file.text()).slice(0, 5)).toBe('%PDF-')
  }
  const member = await cookieOf(await tenant.createUser('TeamMember'))
  const stranger = await cookieOf((await instance.createTenant()).owner)
  for (const other of [member, stranger]) expect((await open(files[0]?.url ?? '', other)).status).toBe(404)

  // The response to an upload is lost: repeated, it has no effect.
  await cashier.addFault({ kind: 'cut-response', path: 'POST /v1/files' })
  ok(await owner.call(cardPayments.submitEvidence, { id: disputeId, note: '' }))
  await instance.idle()
  await instance.runDelayedJobs('submit-evidence', { mayHaveRun: true })
  await instance.idle()
  const { disputes, events } = await cashier.state()
  const fileId = expect.stringMatching(/^file_/)
  expect(disputes).toMatchObject([
    {
      status: 'under_review',
      evidence: { receipt: fileId, service_documentation: fileId, customer_communication: fileId },
    },
  ])
  expect(events.filter(({ type }) => type === 'file.created')).toHaveLength(3)
})

test('files that together exceed the limits of the banks leave out those of less weight', async () => {
  const { tenant, id } = await aSentRequest(1000)
  const plans = (['receipt', 'messages'] as const).map((kind) => ({
    ...{ kind, documentId: id, createdAt: '2026-11-29T00:00:00.000Z', customer: 'Maya', messages: [] },
  }))
  const kindsOf = async (sizes: Record<string, { bytes: number; pageCount: number }>) =>
    (
      await drawFiles(
        {
          drawEvidence: async (_tenantId, { kind }) => ({
            filename: `${kind}.pdf`,
            content: new Uint8Array(sizes[kind]?.bytes ?? 0),
            pageCount: sizes[kind]?.pageCount ?? 0,
          }),
        },
        tenant.tenantId,
        plans,
      )
    ).map(({ kind }) => kind)
  const small = { bytes: 1000, pageCount: 10 }
  expect(await kindsOf({ receipt: small, messages: { bytes: 1000, pageCount: 9 } })).toEqual(['receipt', 'messages'])
  expect(await kindsOf({ receipt: small, messages: small })).toEqual(['receipt'])
  expect(await kindsOf({ receipt: small, messages: { bytes: 4_500_000, pageCount: 1 } })).toEqual(['receipt'])
})

test('a file that takes too long is left out, and the others are sent', async () => {
  const { tenant, id } = await aSentRequest(1000)
  const plans = (['receipt', 'messages'] as const).map((kind) => ({
    ...{ kind, documentId: id, createdAt: '2026-11-29T00:00:00.000Z', customer: 'Maya', messages: [] },
  }))
  const drawEvidence = async (_tenantId: string, { kind }: { kind: string }) => {
    if (kind === 'receipt') throw new AppError('PdfTooSlow')
    return { filename: `${kind}.pdf`, content: new Uint8Array(1000), pageCount: 1 }
  }
  const files = await drawFiles({ drawEvidence }, tenant.tenantId, plans)
  expect(files.map(({ kind }) => kind)).toEqual(['messages'])
})

test('texts of many empty lines do not keep the messages out of the evidence', async () => {
  const tenant = await instance.createTenant()
  const cashier = await connectCashier(instance, tenant)
  const phone = newPhone()
  const { contact } = await tenant.textFrom(phone, 'I take the blue one')
  const id = await send(tenant, 1000, { contact: undefined, contactID: contact.id })
  const disputeId = await dispute(tenant, cashier, id)
  for (let texts = 0; texts < 11; texts++) await tenant.textFrom(phone, 'No\n'.repeat(500))
  const { files } = ok(await tenant.owner.call(cardPayments.getEvidence, { id: disputeId })).data
  expect(files.map(({ kind }) => kind)).toEqual(['receipt', 'messages'])
})
