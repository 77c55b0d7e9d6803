import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aCampaign, statsOf } from '../../testing/a-campaign.ts'
import { campaigns, press, showMetrics, signIn } from './campaign-tests.tsx'

const { confirm } = vi.hoisted(() => ({ confirm: vi.fn() }))
vi.mock('../../ui/modal/confirm.ts', () => ({ confirm }))

const running = (values: object) =>
  aCampaign({ status: 'running', problem: 'late', missed: 2, stats: statsOf({ held: 2 }), ...values })

test('texts that missed their time are asked about, and sent or skipped', async () => {
  campaigns.get.mockResolvedValue({ data: running({}) })
  showMetrics()
  await screen.findByText(/^2 people didn’t get their text on time/)
  press('Skip them…')
  const { title, act } = confirm.mock.calls[0]?.[0] ?? {}
  expect(title).toBe('Skip these texts?')
  const decided = { data: running({ problem: null, missed: 0 }) }
  campaigns.decideMissed.mockResolvedValue(decided)
  campaigns.get.mockResolvedValue(decided)
  await act()
  expect(campaigns.decideMissed).toHaveBeenCalledWith({ id: 'c1', action: 'skip' })
  await waitFor(() => expect(screen.queryByText(/their text on time/)).toBeNull())
})

test('teammates who may not send see that texts wait, without the question', async () => {
  signIn()
  campaigns.get.mockResolvedValue({ data: running({ canSend: false }) })
  showMetrics()
  await screen.findByText(/^2 people didn’t get their text/)
  screen.getByText('Some texts missed their time')
  expect(screen.queryByRole('button', { name: 'Send now…' })).toBeNull()
})

test('texts of a paused campaign are sent once it is resumed', async () => {
  campaigns.get.mockResolvedValue({ data: running({ status: 'paused' }) })
  showMetrics()
  fireEvent.click(await screen.findByRole('button', { name: 'Send when resumed…' }))
  expect(confirm.mock.lastCall?.[0]).toMatchObject({
    title: 'Send these texts when resumed?',
    confirmLabel: 'Send when resumed',
  })
})
