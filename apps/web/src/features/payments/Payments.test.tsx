import type { PaymentConfigs, PaymentRefund } from '@frontdesk/contract/api'
import { DEFAULT_PAYMENT_CONFIGS } from '@frontdesk/contract/rules'
import { i18n } from '@lingui/core'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aLine, aPayment } from '../../testing/a-payment.ts'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { CardPaymentsSection } from './CardPaymentsSection.tsx'
import { MarkAsPaidModal } from './MarkAsPaidModal.tsx'
import { readPaymentSearch, toPaymentCriteria } from './payment-search.ts'
import { RefundModal } from './RefundModal.tsx'
import { Timeline } from './Timeline.tsx'
import { DocumentModal } from './writing/DocumentModal.tsx'
import { inCurrency, newContent } from './writing/document-content.ts'
import { newLine } from './writing/document-lines.ts'

const { paymentRequests, cardPayments } = vi.hoisted(() => ({
  paymentRequests: { create: vi.fn(), markAsPaid: vi.fn(), refund: vi.fn() },
  cardPayments: { get: vi.fn(), charge: vi.fn(), getEvidence: vi.fn(), submitEvidence: vi.fn() },
}))
vi.mock('../../lib/api.ts', () => ({
  api: {
    paymentRequests,
    cardPayments,
    paymentConfigs: { get: async () => ({ data: CONFIGS }) },
    contacts: { suggest: async () => ({ contacts: [] }) },
    locations: { getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown', timeZone: 'UTC' }] }) },
  },
}))
const { uploadFile } = vi.hoisted(() => ({ uploadFile: vi.fn() }))
vi.mock('../../entities/attachment/upload-file.ts', () => ({ uploadFile }))
vi.mock('../../lib/session/session.ts', async (original) => ({ ...(await original()), useSession: () => null }))

const TAX = { id: 't1', name: 'QST', rate: 9975, isInclusive: false, isDefault: true }
const CONFIGS: PaymentConfigs = {
  ...DEFAULT_PAYMENT_CONFIGS,
  ...{ taxes: [TAX], tipRates: [15_000, 18_000], refundApprovalAbove: 5000, version: 1 },
}

function show(children: ReactNode) {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  return renderWithProviders(children)
}
/** The input, because the field’s list of suggestions has the same label. */
const fieldOf = (label: string | RegExp) => screen.getByLabelText(label, { selector: 'input' })
const type = (label: string | RegExp, value: string) => fireEvent.change(fieldOf(label), { target: { value } })

beforeEach(() => {
  vi.clearAllMocks()
})

test('a payment request shows what it comes to while it is written, and is sent in minor units', async () => {
  const onCreated = vi.fn()
  paymentRequests.create.mockResolvedValue({ data: { id: 'p1' } })
  show(<DocumentModal kind="request" onCreated={onCreated} onClose={() => {}} />)
  await screen.findByRole('dialog', { name: 'New payment request' })
  expect(screen.getByRole('button', { name: 'Save draft' })).toHaveProperty('disabled', true)
  type(/^Phone number or name/, '(206) 555-0142')
  type(/^Description/, 'Cleaning')
  type('Quantity', '1.5')
  type(/^Price/, '100')
  // 150.00, and 9.975 % of it rounded half up.
  await screen.findByText('$14.96')
  expect(screen.getByText('$164.96')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith('p1', { id: 'p1' }))
  expect(paymentRequests.create).toHaveBeenCalledWith(
    expect.objectContaining({
      locationID: 'l1',
      currency: 'USD',
      contact: { name: '', phone: '(206) 555-0142' },
      lines: [expect.objectContaining({ description: 'Cleaning', quantity: 1500, unitAmount: 10_000, taxIDs: ['t1'] })],
    }),
  )
})

test('a price that is no amount is not sent as another one', async () => {
  show(<DocumentModal kind="request" onCreated={() => {}} onClose={() => {}} />)
  await screen.findByRole('dialog', { name: 'New payment request' })
  type(/^Phone number or name/, '(206) 555-0142')
  type(/^Description/, 'Cleaning')
  type(/^Price/, '12.34')
  expect(screen.getByRole('button', { name: 'Save draft' })).toHaveProperty('disabled', false)
  type(/^Price/, '12.345')
  expect(screen.getByText('Use at most 2 decimals.')).not.toBeNull()
  expect(fieldOf(/^Price/)).toHaveProperty('value', '12.345')
  expect(screen.getByRole('button', { name: 'Save draft' })).toHaveProperty('disabled', true)
})

test('a quantity of too many decimals stays in the field, and the document is not saved with another one', async () => {
  show(<DocumentModal kind="request" onCreated={() => {}} onClose={() => {}} />)
  await screen.findByRole('dialog', { name: 'New payment request' })
  type(/^Phone number or name/, '(206) 555-0142')
  type(/^Description/, 'Cleaning')
  type(/^Price/, '300')
  type(/^Quantity/, '0.3333')
  expect(screen.getByText('Use at most 3 decimals.')).not.toBeNull()
  expect(fieldOf(/^Quantity/)).toHaveProperty('value', '0.3333')
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(document.activeElement).toBe(fieldOf(/^Quantity/))
  expect(paymentRequests.create).not.toHaveBeenCalled()
  type(/^Quantity/, '0.333')
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(paymentRequests.create).toHaveBeenCalled())
  expect(paymentRequests.create.mock.calls[0]?.[0].lines[0]).toMatchObject({ quantity: 333, unitAmount: 30_000 })
})

test('files are uploaded with a document, which waits for them; what cannot be attached is named', async () => {
  paymentRequests.create.mockResolvedValue({ data: { id: 'p1' } })
  const { promise, resolve } = Promise.withResolvers<object>()
  uploadFile.mockReturnValue(promise)
  show(<DocumentModal kind="request" onCreated={() => {}} onClose={() => {}} />)
  await screen.findByRole('dialog', { name: 'New payment request' })
  const choose = (name: string, type: string) =>
    fireEvent.change(document.querySelector('input[type=file]') as Element, {
      target: { files: [new File(['x'], name, { type })] },
    })
  choose('plan.zip', 'application/zip')
  await screen.findByText(/You can attach pictures/)
  choose('plan.pdf', 'application/pdf')
  type(/^Phone number or name/, '(206) 555-0142')
  type(/^Description/, 'Cleaning')
  type(/^Price/, '100')
  expect(screen.getByRole('button', { name: 'Save draft' })).toHaveProperty('disabled', true)
  resolve({ sid: 'ME1', filename: 'plan.pdf', url: '/files/ME1' })
  await screen.findByRole('link', { name: 'plan.pdf' })
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(paymentRequests.create).toHaveBeenCalled())
  expect(paymentRequests.create.mock.calls[0]?.[0]).toMatchObject({ attachments: ['ME1'] })
})

test('an added line has the focus, and the line beside a removed one', async () => {
  show(<DocumentModal kind="estimate" onCreated={() => {}} onClose={() => {}} />)
  await screen.findByRole('dialog', { name: 'New estimate' })
  const descriptionOf = (line: number) =>
    within(screen.getByRole('group', { name: `Line ${line}` })).getByLabelText(/^Description/, { selector: 'input' })
  for (const line of [2, 3]) {
    const add = screen.getByRole('button', { name: 'Add line' })
    add.focus()
    fireEvent.click(add)
    expect(document.activeElement).toBe(descriptionOf(line))
  }
  type(/^Phone number or name/, '(206) 555-0142')
  fireEvent.change(descriptionOf(3), { target: { value: 'Crown' } })
  fireEvent.click(screen.getByRole('button', { name: 'Remove line 2' }))
  expect(document.activeElement).toBe(descriptionOf(2))
  expect(document.activeElement).toHaveProperty('value', 'Crown')
  fireEvent.click(screen.getByRole('button', { name: 'Remove line 2' }))
  expect(document.activeElement).toBe(descriptionOf(1))
})

test('Escape closes a new document whose contact has no suggestions', async () => {
  const onClose = vi.fn()
  show(<DocumentModal kind="estimate" onCreated={() => {}} onClose={onClose} />)
  await screen.findByRole('dialog', { name: 'New estimate' })
  const field = fieldOf(/^Phone number or name/)
  field.focus()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
})

test('marking as paid keeps its id over attempts, suggests tips, and says what becomes credit', async () => {
  const payment = aPayment()
  const onClose = vi.fn()
  paymentRequests.markAsPaid.mockRejectedValueOnce(new Error('offline')).mockResolvedValue({ data: {} })
  show(<MarkAsPaidModal payment={payment} onClose={onClose} />)
  await screen.findByRole('dialog', { name: 'Mark as paid' })
  fireEvent.click(await screen.findByRole('button', { name: '18%' }))
  type('Amount', '110')
  await screen.findByText(/\$10\.00 more than is due/)
  const save = screen.getByRole('button', { name: 'Mark as paid' })
  fireEvent.click(save)
  await screen.findByRole('alert')
  fireEvent.click(save)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const [first, second] = paymentRequests.markAsPaid.mock.calls.map(([input]) => input)
  expect(first).toMatchObject({ id: 'p1', amount: 11_000, tipAmount: 1800, method: 'cash' })
  expect(second).toEqual(first)
})

test('the timeline says in our words why a payment failed, otherwise in those of the provider', async () => {
  const failed = (id: string, failureCode: string, note: string) => ({
    ...{ id, kind: 'failed' as const, amount: 5000, method: 'card', note, failureCode },
    ...{ isUndelivered: false, by: null, at: '2026-11-20T12:00:00Z' },
  })
  const timeline = [
    failed('a1', 'lost_card', 'Visa •••• 9987'),
    failed('a2', 'withdrawal_count_limit_exceeded', 'Visa •••• 4242'),
    failed('a3', 'brand_new_code', 'Visa •••• 1111: No.'),
  ]
  show(<Timeline payment={aPayment({ timeline })} />)
  const entries = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(entries[0]).toContain('Visa •••• 1111: No.')
  expect(entries[1]).toContain('The card has reached its limit.')
  expect(entries[2]).toContain('The card is reported as lost.')
})

test('what came in too late is refunded to its card; a dispute says what to do by when', async () => {
  const at = '2026-11-20T12:00:00Z'
  const card = { brand: 'visa', last4: '4242', at, by: null, failureCode: null, failureReason: null, feeAmount: 120 }
  cardPayments.get.mockResolvedValue({
    data: {
      isOnlineEnabled: false,
      payments: [
        { id: 'c1', state: 'succeeded', method: 'card', amount: 5000, tipAmount: 0, refundableAmount: 5000, ...card },
      ],
      disputes: [
        {
          ...{ id: 'd1', state: 'needs-response', amount: 5000, feeAmount: 1500, reason: 'product_not_received', at },
          ...{ evidenceDueAt: '2026-12-01T12:00:00Z', submittedAt: null, submittedBy: null, isSubmitting: false },
          failureReason: null,
        },
      ],
      cards: [],
      proposedRefundAmount: 3000,
    },
  })
  paymentRequests.refund.mockResolvedValue({ data: {} })
  show(<CardPaymentsSection payment={aPayment({ creditAmount: 3000 })} />)
  await screen.findByText(/\$30\.00 was paid when nothing was due anymore/)
  expect(screen.getByText(/Visa •••• 4242/)).not.toBeNull()
  expect(screen.getByText(/Send evidence by Dec 1/)).not.toBeNull()
  expect(screen.getByText(/Reason: They say they didn’t receive/)).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Refund to the card' }))
  await screen.findByRole('dialog', { name: 'Pay out credit' })
  fireEvent.click(screen.getByRole('button', { name: 'Pay out' }))
  await waitFor(() => expect(paymentRequests.refund).toHaveBeenCalled())
  expect(paymentRequests.refund.mock.calls[0]?.[0]).toMatchObject({ amount: 3000, source: 'credit', target: 'card' })
})

test('sent evidence leaves the focus at its dispute, where the button was', async () => {
  const dispute = {
    ...{ id: 'd1', state: 'needs-response', amount: 5000, feeAmount: 1500, reason: 'fraudulent' },
    ...{ evidenceDueAt: '2026-12-01T12:00:00Z', submittedAt: null, submittedBy: null, failureReason: null },
  }
  let isSubmitting = false
  cardPayments.get.mockImplementation(async () => ({
    data: { payments: [], disputes: [{ ...dispute, isSubmitting }], cards: [], proposedRefundAmount: 0 },
  }))
  cardPayments.getEvidence.mockResolvedValue({
    data: {
      ...{ customerName: 'Maya Chen', productDescription: 'Checkup', statement: 'Paid on Nov 20.' },
      files: [{ kind: 'receipt', filename: 'receipt-INV-0001.pdf', url: '/files/disputes/d1/receipt.pdf' }],
    },
  })
  cardPayments.submitEvidence.mockImplementation(async () => {
    isSubmitting = true
    return { data: {} }
  })
  show(<CardPaymentsSection payment={aPayment()} />)
  const button = await screen.findByRole('button', { name: 'Send evidence' })
  button.focus()
  fireEvent.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Send evidence' }))
  await dialog.findByText(/Paid on Nov 20/)
  const receipt = dialog.getByRole('link', { name: 'Receipt (PDF)' })
  expect(receipt.getAttribute('href')).toBe('/files/disputes/d1/receipt.pdf')
  fireEvent.change(dialog.getByRole('textbox', { name: 'Your statement' }), { target: { value: 'They were here.' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Send to the bank' }))
  const row = (await screen.findByText('Evidence is being sent…')).closest('li')
  await waitFor(() => expect(document.activeElement).toBe(row))
  expect(cardPayments.submitEvidence).toHaveBeenCalledWith({ id: 'd1', note: 'They were here.' })
})

test('another currency keeps the amounts; its minor unit may have other digits', () => {
  const [line, empty] = [newLine(CONFIGS), newLine(CONFIGS)]
  const lines = [{ ...line, unitAmount: 5000, discount: { kind: 'amount' as const, amount: 250 } }, empty]
  expect(inCurrency({ ...newContent(CONFIGS), lines }, 'USD', 'JPY').lines).toMatchObject([
    { unitAmount: 50, discount: { kind: 'amount', amount: 3 } },
    { unitAmount: null, discount: null },
  ])
})

test('filters are read from the URL', () => {
  const search = readPaymentSearch({
    q: 'Maya',
    status: 'paid,nonsense',
    kind: 'estimate',
    order: 'totalAmount',
    size: 7,
  })
  expect(search).toEqual({ q: 'Maya', status: 'paid', kind: 'estimate', order: 'totalAmount' })
  expect(toPaymentCriteria(search, { locationId: 'l1', zone: 'UTC' })).toEqual({
    searchTerm: 'Maya',
    statuses: ['paid'],
    kinds: ['estimate'],
    locationIDs: ['l1'],
  })
})

test('a refund above the limit asks a second person, with what was refunded before', async () => {
  const refund: PaymentRefund = {
    ...{ id: 'r1', amount: 3000, netAmount: 3000, taxAmount: 0, tipAmount: 0, reason: '' },
    ...{ at: '2026-11-20T12:00:00Z', lines: [] },
    ...{ source: 'payment', target: 'cash', state: 'succeeded' },
  }
  const payment = aPayment({ refundableAmount: 9000, refunds: [refund] })
  paymentRequests.refund.mockResolvedValue({ data: {} })
  show(<RefundModal payment={payment} source="payment" onClose={() => {}} />)
  await screen.findByRole('button', { name: 'Ask for approval' })
  type('Amount', '20')
  await screen.findByRole('button', { name: 'Refund' })
  type('Amount', '20.01')
  fireEvent.click(await screen.findByRole('button', { name: 'Ask for approval' }))
  await waitFor(() => expect(paymentRequests.refund).toHaveBeenCalledWith(expect.objectContaining({ amount: 2001 })))
})

test('a refund by line: a quantity proposes its amount, and all together is what is refunded', async () => {
  paymentRequests.refund.mockReset().mockResolvedValue({ data: {} })
  const payment = aPayment({
    refundableAmount: 7000,
    lines: [aLine({ description: 'Brush' }), aLine({ description: 'Checkup' })],
    refundableLines: [
      { line: 0, quantity: 3000, amount: 1000 },
      { line: 1, quantity: 1000, amount: 5000 },
    ],
    refundableTipAmount: 1000,
  })
  show(<RefundModal payment={payment} source="payment" onClose={() => {}} />)
  await screen.findByRole('dialog', { name: 'Refund' })
  fireEvent.change(screen.getByLabelText('What to refund'), { target: { value: 'lines' } })
  fireEvent.click(screen.getByRole('button', { name: 'Refund' }))
  await screen.findByText('Choose what to refund.')
  expect(paymentRequests.refund).not.toHaveBeenCalled()
  const brush = within(screen.getByRole('group', { name: 'Brush' }))
  fireEvent.change(brush.getByLabelText('Quantity'), { target: { value: '1' } })
  expect(brush.getByLabelText('Amount')).toHaveProperty('value', '3.33')
  type('Tip', '2')
  await screen.findByText('Together $5.33')
  fireEvent.click(screen.getByRole('button', { name: 'Refund' }))
  await waitFor(() => expect(paymentRequests.refund).toHaveBeenCalled())
  expect(paymentRequests.refund.mock.calls[0]?.[0]).toMatchObject({
    amount: 533,
    lines: [{ line: 0, quantity: 1000, amount: 333 }],
  })
})
