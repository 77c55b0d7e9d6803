import type { EstimateAnswer, PaymentConfigs, PaymentDetail, RelatedDocument } from '@frontdesk/contract/api'
import { DEFAULT_PAYMENT_CONFIGS } from '@frontdesk/contract/rules'
import { i18n } from '@lingui/core'
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aLine, aPayment } from '../../testing/a-payment.ts'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { useToasts } from '../../ui/toast/toasts.ts'
import { PaymentScreen } from './PaymentScreen.tsx'

const { estimates, requests, messages, scheduledMessages, preferences, conversations } = vi.hoisted(() => ({
  estimates: { get: vi.fn(), update: vi.fn(), convert: vi.fn(), acceptLate: vi.fn(), addChangeOrder: vi.fn() },
  requests: { get: vi.fn() },
  messages: { send: vi.fn() },
  scheduledMessages: { create: vi.fn(), cancel: vi.fn() },
  preferences: { undoSend: false },
  conversations: { getSetSms: vi.fn() },
}))
vi.mock('../../lib/api.ts', () => ({
  api: {
    ...{ messages, scheduledMessages, conversations, paymentEstimates: estimates, paymentRequests: requests },
    profile: { getPreferences: async () => ({ data: preferences }) },
    paymentConfigs: { get: async () => ({ data: CONFIGS }) },
    paymentAccounts: { isEnabled: async () => ({ data: { isEnabled: false, currency: null } }) },
    cardPayments: { get: async () => ({ data: NO_CARDS }) },
    phoneNumbers: {
      getList: async () => ({ data: { phoneNumbers: [{ phoneNumber: '+12065550100', locationID: 'l1' }] } }),
    },
    locations: { getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown', timeZone: 'UTC' }] }) },
  },
}))
vi.mock('../../lib/session/session.ts', async (original) => ({ ...(await original()), useSession: () => null }))
vi.mock('../../lib/session/use-me.ts', () => ({
  useMe: () => ({ userId: 'u1', role: 'Owner', permissions: [], locationIds: [] }),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children, params }: { children: ReactNode; params?: { invoiceid?: string } }) => (
    <a href={`/payments/${params?.invoiceid ?? ''}`}>{children}</a>
  ),
}))

const CONFIGS: PaymentConfigs = { ...DEFAULT_PAYMENT_CONFIGS, version: 1 }
const NO_CARDS = { payments: [], disputes: [], cards: [], proposedRefundAmount: 0 }
const AT = '2026-11-20T15:00:00.000Z'

const anAnswer = (details: Partial<EstimateAnswer>): EstimateAnswer => ({
  ...{ id: 'a1', decision: 'approved', channel: 'page', version: 1, wording: 'I approve estimate EST-0001.' },
  ...{
    answer: 'Maya Chen',
    phone: '+12065550142',
    chosenLines: [1],
    totalAmount: 12_000,
    isLate: false,
    isCurrent: true,
    at: AT,
  },
  ...details,
})
const anEstimate = (details: Partial<PaymentDetail>): PaymentDetail =>
  aPayment({
    ...{ id: 'e1', kind: 'estimate', status: 'approved', invoiceNumber: 'EST-0001', version: 2 },
    ...{ totalAmount: 12_000, dueAmount: 0, validUntil: '2026-11-19' },
    ...{ grossAmount: 13_000, discountAmount: 1000, netAmount: 12_000, unrequestedAmount: 12_000 },
    lines: [
      aLine({ discount: { kind: 'percent', rate: 10_000 } }),
      aLine({ description: 'Mouthguard', unitAmount: 3000, isOptional: true, isChosen: true, grossAmount: 3000 }),
    ],
    ...details,
  })

const notFound = () => Promise.reject(Object.assign(new Error('none'), { code: 'PaymentNotFound' }))
const onOpen = vi.fn()

function show(payment: PaymentDetail | null) {
  requests.get.mockImplementation(payment ? async () => ({ data: payment }) : notFound)
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  return renderWithProviders(<PaymentScreen id="e1" onOpen={onOpen} onDeleted={() => {}} />)
}
const toastTitles = () => renderHook(useToasts).result.current.map(({ title }) => title)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const choose = async (action: string) => {
  press('More actions')
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

beforeEach(() => {
  vi.clearAllMocks()
})

test('an approved estimate shows its evidence and its parts, and is requested in installments to the cent', async () => {
  const deposit: RelatedDocument = {
    ...{ id: 'r1', kind: 'request', part: 'deposit', status: 'paid', invoiceNumber: 'INV-0001' },
    ...{ totalAmount: 1999, dueAmount: 0, dueOn: null },
  }
  const contact = { id: 'c1', name: 'Maya Chen', phone: '+12065550142', conversationSid: 'CH1' }
  show(anEstimate({ contact, answers: [anAnswer({})], related: [deposit], unrequestedAmount: 10_001 }))
  await screen.findByText('Approved on the estimate’s page')
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles).toEqual(['Information', 'Timeline', 'Summary', 'Requests and change orders', 'Answers'])
  expect(screen.getByText(/10% off/)).not.toBeNull()
  const evidence = within(screen.getByRole('region', { name: 'Answers' }))
  for (const shown of ['I approve estimate EST-0001.', '(206) 555-0142', 'Mouthguard', '$120.00'])
    expect(evidence.getByText(shown)).not.toBeNull()
  expect(screen.getByRole('link', { name: 'Deposit INV-0001' }).getAttribute('href')).toBe('/payments/r1')
  expect(screen.getByText('$100.01')).not.toBeNull()

  press('Request payment')
  await screen.findByRole('dialog', { name: 'Request payment' })
  // A deposit was requested already.
  expect(screen.getByLabelText('What to request')).toHaveProperty('value', 'remainder')
  type('What to request', 'installments')
  const add = () => screen.getByRole('button', { name: 'Add payment requests' })
  type('Amount of installment 1', '40')
  await screen.findByText(/The installments add up to \$90\.00\. They have to add up to \$100\.01/)
  expect(add()).toHaveProperty('disabled', true)
  type('Amount of installment 2', '60.01')
  type('Installment 1 is due on', '12/01/2026')
  type('Installment 2 is due on', '01/01/2027')
  const sends = screen.getByRole('checkbox', { name: 'Send each on its date' })
  // The estimate was approved, and there is a conversation to text in.
  expect(sends).toHaveProperty('checked', true)
  estimates.convert.mockResolvedValue({ data: { requests: [{ id: 'r2' }, { id: 'r3' }] } })
  fireEvent.click(add())
  await waitFor(() => expect(estimates.convert).toHaveBeenCalledOnce())
  expect(estimates.convert.mock.calls[0]?.[0]).toMatchObject({
    id: 'e1',
    part: {
      kind: 'installments',
      installments: [
        { dueOn: '2026-12-01', amount: 4000 },
        { dueOn: '2027-01-01', amount: 6001 },
      ],
      sendsOnDates: true,
    },
  })
  await choose('Add change order')
  await screen.findByRole('dialog', { name: 'New change order' })
})

test('what was sent is changed as a new version, which the first text to a new number carries', async () => {
  show(anEstimate({ status: 'sent', lines: [aLine({})] }))
  await screen.findByRole('heading', { name: 'Estimate EST-0001' })
  await choose('Change')
  await screen.findByRole('dialog', { name: 'Change estimate' })
  expect(screen.getByText(/asks them to approve it again/)).not.toBeNull()
  fireEvent.click(screen.getByLabelText('Optional'))
  fireEvent.click(await screen.findByLabelText('Selected by default'))
  type('Discount of line 1', 'percent')
  type('Discount of line 1 in percent', '25')
  await screen.findByText('−$25.00')
  // A teammate saved first: the form starts over with their version.
  estimates.update.mockRejectedValueOnce(Object.assign(new Error('changed'), { code: 'ChangedMeanwhile' }))
  estimates.get.mockResolvedValue({ data: anEstimate({ status: 'sent', version: 3, lines: [aLine({})] }) })
  press('Save new version')
  await screen.findByText(/Someone else just changed this/)
  expect(screen.getByLabelText('Discount of line 1')).toHaveProperty('value', '')
  fireEvent.click(screen.getByLabelText('Optional'))
  fireEvent.click(await screen.findByLabelText('Selected by default'))
  type('Discount of line 1', 'percent')
  type('Discount of line 1 in percent', '25')
  estimates.update.mockResolvedValue({ data: {} })
  press('Save new version')
  await screen.findByRole('dialog', { name: 'Send the new version' })
  expect(estimates.update).toHaveBeenLastCalledWith(
    expect.objectContaining({
      ...{ id: 'e1', version: 3, validUntil: '2026-11-19' },
      lines: [
        expect.objectContaining({ discount: { kind: 'percent', rate: 25_000 }, isOptional: true, isChosen: true }),
      ],
    }),
  )
  await screen.findByText(/From \(206\) 555-0100/)
  conversations.getSetSms.mockResolvedValue({ data: { sid: 'CH1' } })
  messages.send.mockResolvedValue({})
  press('Send')
  await waitFor(() => expect(messages.send).toHaveBeenCalledOnce())
  expect(conversations.getSetSms).toHaveBeenCalledWith({
    contactPhoneNumber: '+12065550142',
    tenantPhoneNumber: '+12065550100',
  })
  expect(messages.send.mock.calls[0]?.[0]).toMatchObject({ conversationSid: 'CH1', paymentID: 'e1' })
})

test('a text with a document waits on the server while it can be undone', async () => {
  preferences.undoSend = true
  const contact = { id: 'c1', name: 'Maya Chen', phone: '+12065550142', conversationSid: 'CH1' }
  show(anEstimate({ status: 'draft', invoiceNumber: '', contact }))
  fireEvent.click(await screen.findByRole('button', { name: 'Send by text' }))
  await screen.findByRole('dialog', { name: 'Send by text' })
  const sendAt = new Date(Date.now() + 5000).toISOString()
  scheduledMessages.create.mockResolvedValue({ data: { sid: 'IM1', sendAt } })
  press('Send')
  await waitFor(() => expect(toastTitles()).toEqual(['Sending…']))
  expect(scheduledMessages.create.mock.calls[0]?.[0]).toMatchObject({ conversationSid: 'CH1', paymentID: 'e1' })
  expect(messages.send).not.toHaveBeenCalled()
  const { action } = renderHook(useToasts).result.current[0] ?? {}
  act(() => action?.run())
  await waitFor(() => expect(toastTitles()).toEqual(['Not sent']))
  expect(scheduledMessages.cancel).toHaveBeenCalledWith({ sid: 'IM1' })
  preferences.undoSend = false
})

test('a draft is to be sent next, and its text greets the contact by first name', async () => {
  const contact = { id: 'c1', name: 'Maya Chen', phone: '+12065550142', conversationSid: null }
  const draft = anEstimate({ ...{ kind: 'request', status: 'draft', invoiceNumber: '', dueAmount: 4000 }, contact })
  const { unmount } = show(draft)
  const send = await screen.findByRole('button', { name: 'Send by text' })
  const variants = [send, screen.getByRole('button', { name: 'Mark as paid' })].map(({ dataset }) => dataset.variant)
  expect(variants).toEqual(['filled', 'default'])
  expect(screen.getByRole('link', { name: 'Maya Chen' })).not.toBeNull()
  const text = async () => {
    press('Send by text')
    return (await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ })).value
  }
  expect(await text()).toBe('Hi Maya, your total is $40.00. See and pay it here: :payment_link:')
  unmount()
  show({ ...draft, contact: { ...contact, name: '(206) 555-0142' } })
  await screen.findByRole('button', { name: 'Send by text' })
  expect(await text()).toBe('Hi, your total is $40.00. See and pay it here: :payment_link:')
})

test('a late approval asks the team; what is not found says so', async () => {
  const { unmount } = show(
    anEstimate({ status: 'expired', answers: [anAnswer({ isLate: true })], unrequestedAmount: null }),
  )
  await screen.findByText(/approved version 1 for \$120\.00/)
  expect(screen.queryByRole('button', { name: 'Request payment' })).toBeNull()
  estimates.acceptLate.mockResolvedValue({ data: {} })
  press('Accept late approval')
  await waitFor(() => expect(estimates.acceptLate).toHaveBeenCalledWith({ id: 'e1' }))
  unmount()
  show(null)
  await screen.findByRole('heading', { name: 'We can’t find this payment' })
})
