import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aCampaign, statsOf } from '../../testing/a-campaign.ts'
import { showList, signIn } from './campaign-tests.tsx'

test('an empty list says what a campaign is; only those who may create one get the button', async () => {
  showList([])
  const empty = await screen.findByText(/A campaign is one text to many contacts/)
  within(empty.parentElement ?? empty).getByText('New campaign')
})

test('without the permission to create campaigns there is no button for it', async () => {
  signIn()
  showList([])
  await screen.findByText('No campaigns yet')
  expect(screen.queryByText('New campaign')).toBeNull()
})

test('the status of each campaign is in words, with its time, progress or problem', async () => {
  showList([
    aCampaign({ id: 'c1', status: 'scheduled', scheduledOnUtc: '2036-03-05T19:00:00.000Z' }),
    aCampaign({ id: 'c2', status: 'needs-attention', problem: 'late' }),
    aCampaign({ id: 'c3', status: 'running', stats: statsOf({ pending: 6, delivered: 4 }) }),
    aCampaign({ id: 'c4', status: 'stopped', stats: statsOf({ cancelled: 1, delivered: 9 }) }),
    aCampaign({
      id: 'c5',
      status: 'needs-approval',
      scheduledOnUtc: '2036-03-05T19:00:00.000Z',
      localTime: '2036-03-05T15:30',
    }),
    aCampaign({ id: 'c6', status: 'done', stats: statsOf({ skipped: 8, failed: 2 }) }),
  ])
  // In the time zone of its location.
  await screen.findByText(/^Mar 5, 2036 at 9:00 AM Hawaii-Aleutian Standard Time/)
  screen.getByText(/It missed its time, so it wasn’t sent/)
  screen.getByText('4 of 10')
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Progress' }).value).toBe(4)
  screen.getByText('1 person won’t get it')
  screen.getByText('Mar 5, 2036 at 3:30 PM, in each contact’s time zone')
  screen.getByText('Sent to no one')
})

test('replies and opt-outs are those after all texts, once all are counted', async () => {
  const stats = statsOf({ delivered: 10 }, { replied: 1, optedOut: 2 })
  showList([
    aCampaign({ status: 'running', name: 'Counted', stats, responses: { replied: 3, optedOut: 4 } }),
    aCampaign({ id: 'c2', status: 'running', name: 'Being counted', stats }),
  ])
  await screen.findByText('Counted')
  const figures = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].slice(2, 6).map(({ textContent }) => textContent))
  expect(figures).toEqual([
    ['10', '10', '3', '4'],
    ['10', '10', 'Counting…', 'Counting…'],
  ])
})

test.each([
  ['a draft', aCampaign(), ['Edit', 'Send…', 'Metrics', 'Delete…']],
  ['a scheduled one', aCampaign({ status: 'scheduled' }), ['Back to draft', 'Metrics', 'Delete…']],
  ['a running one', aCampaign({ status: 'running', canStop: true }), ['Pause', 'Stop…', 'Metrics']],
  ['a paused one', aCampaign({ status: 'paused', canStop: true, canResume: true }), ['Resume', 'Stop…', 'Metrics']],
  ['a stopped one', aCampaign({ status: 'stopped', canResume: true }), ['Resume', 'Metrics']],
  [
    'one that needs approval',
    aCampaign({ status: 'needs-approval', canApprove: true }),
    ['Approve…', 'Back to draft', 'Metrics', 'Delete…'],
  ],
  ['a sent one', aCampaign({ status: 'done' }), ['Metrics']],
  ['a draft of others', aCampaign({ canEdit: false, canSend: false }), ['Metrics']],
])('the actions of %s', async (_what, campaign, actions) => {
  showList([campaign])
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Spring offer' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(actions)
})
