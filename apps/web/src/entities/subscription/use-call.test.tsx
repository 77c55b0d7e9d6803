import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { useOpenedModal } from '../../ui/modal/modals.ts'
import { useCall } from './use-call.ts'

const subscription = { status: 'trialing', isSubscribed: true, isApplePayment: false, currentPeriodEnd: null }
vi.mock('../../lib/api.ts', () => ({
  api: { subscription: { get: async () => ({ data: { subscription, isDevAdmin: false } }) } },
}))

function Call() {
  const opened = useOpenedModal()
  return (
    <>
      <a {...useCall()('+12075551001')}>Call</a>
      {opened && <p>{`${opened.name} ${JSON.stringify(opened.props)}`}</p>}
    </>
  )
}

test('on a trial calling offers an upgrade instead', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Call />
    </QueryClientProvider>,
  )
  const link = screen.getByRole('link', { name: 'Call' })
  expect(link.getAttribute('href')).toBe('tel:+12075551001')
  expect(fireEvent.click(link)).toBe(false)
  expect((await screen.findByText(/upgrade-to-use-feature/)).textContent).toContain('"feature":"call"')
})
