import type { DocumentKind } from '@frontdesk/contract/rules'
import { i18n } from '@lingui/core'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { EVERYTHING } from '../../ui/list/selection.ts'
import { PaymentBulkActions } from './PaymentBulkActions.tsx'

vi.mock('../../lib/api.ts', () => ({ api: { bulkActions: { startOnPayments: vi.fn() } } }))
vi.mock('../../lib/session/use-me.ts', () => ({ useMe: () => ({ roles: ['Manager'], permissions: [] }) }))
vi.mock('../../entities/subscription/queries.ts', () => ({ useTrialGate: () => () => undefined }))

const REMINDERS: [DocumentKind[], RegExp][] = [
  [['request'], /:amount_due: is still due for :invoice_number:\. View and pay it here/],
  [['estimate'], /estimate :invoice_number: for :amount_due: is waiting for your approval\. View and approve it here/],
  [['request', 'estimate'], /A reminder about :invoice_number: for :amount_due:\. View it here/],
]

test.each(REMINDERS)('the suggested reminder about %s asks to pay only what is due', async (kinds, text) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  renderWithProviders(
    <PaymentBulkActions selection={EVERYTHING} total={3} kinds={new Set(kinds)} criteria={{}} onDone={() => {}} />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Remind' }))
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })).value).toMatch(text)
})
