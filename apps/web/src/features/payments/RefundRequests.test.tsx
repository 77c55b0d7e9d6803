import type { RefundRequest } from '@frontdesk/contract/api'
import { i18n } from '@lingui/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aPayment } from '../../testing/a-payment.ts'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import type { Confirmation } from '../../ui/modal/confirm.ts'
import { RefundRequests } from './RefundRequests.tsx'

const { confirm, decideRefund } = vi.hoisted(() => ({
  confirm: vi.fn<(c: Confirmation) => void>(),
  decideRefund: vi.fn(),
}))
vi.mock('../../ui/modal/confirm.ts', () => ({ confirm }))
vi.mock('../../lib/api.ts', () => ({
  api: {
    paymentRequests: { decideRefund },
    locations: { getLocations: async () => ({ locations: [] }) },
  },
}))
vi.mock('../../lib/session/session.ts', async (original) => ({ ...(await original()), useSession: () => null }))

const request: RefundRequest = {
  ...{ id: 'f1', source: 'payment', target: 'card', state: 'waiting', amount: 18_500, lines: null, reason: '' },
  ...{ by: 'Olivia Hart', at: '2026-11-20T15:00:00.000Z', decidedBy: null, canDecide: true },
}

function show() {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  renderWithProviders(<RefundRequests payment={aPayment({ id: 'p1', refundRequests: [request] })} />)
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  vi.clearAllMocks()
})

test('a refund is approved only after a confirmation that says where the money goes', async () => {
  show()
  expect(screen.getByText('To the card it was paid with')).not.toBeNull()
  press('Approve refund…')
  expect(decideRefund).not.toHaveBeenCalled()
  const [question] = confirm.mock.calls[0] ?? []
  expect(question).toMatchObject({ title: 'Refund $185.00?', text: expect.stringContaining('Stripe sends it') })
  await question?.act()
  expect(decideRefund).toHaveBeenCalledExactlyOnceWith({ id: 'p1', refundRequestID: 'f1', isApproved: true })
})

test('a refund is declined at once, because it can be requested again', async () => {
  show()
  press('Decline')
  await waitFor(() =>
    expect(decideRefund).toHaveBeenCalledExactlyOnceWith({ id: 'p1', refundRequestID: 'f1', isApproved: false }),
  )
  expect(confirm).not.toHaveBeenCalled()
})
