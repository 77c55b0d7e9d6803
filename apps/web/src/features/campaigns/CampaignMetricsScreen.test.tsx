import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aCampaign, statsOf } from '../../testing/a-campaign.ts'
import { campaigns, getRecipients, settings, showList, showMetrics, signIn } from './campaign-tests.tsx'

test('metrics compare the versions of the text and the follow-ups', async () => {
  const none = { clicked: 0, replied: 0, optedOut: 0, segments: 0, mediaMessages: 0 }
  settings.current = { currency: 'USD', pricePerSegment: 8300, pricePerMediaMessage: 22_000 }
  const followUps = [{ afterHours: 72, text: 'Still thinking?' }]
  campaigns.get.mockResolvedValue({ data: aCampaign({ status: 'done', followUps, stats: statsOf({ delivered: 10 }) }) })
  campaigns.getSteps.mockResolvedValue({
    data: {
      steps: [
        {
          id: 'c1',
          state: 'done',
          stats: statsOf({ delivered: 10 }),
          afterHours: null,
          texts: [
            { ...none, text: 'First', recipients: 5, sent: 5, delivered: 5, clicked: 1, mediaMessages: 5 },
            { ...none, text: 'Other', recipients: 5, sent: 5, delivered: 5, replied: 2, mediaMessages: 5 },
          ],
        },
        {
          id: 'c2',
          state: 'done',
          stats: statsOf({ delivered: 8 }),
          afterHours: 72,
          texts: [{ ...none, text: 'Still thinking?', recipients: 10, sent: 8, delivered: 8, segments: 16 }],
        },
      ],
    },
  })
  showMetrics()
  const rows = (await screen.findAllByRole('row')).slice(1, 4).map((row) => row.textContent)
  expect(rows).toEqual([
    'Version AFirst555 100%1 20%0 0%0 0%$0.11',
    'Version BOther555 100%0 0%2 40%0 0%$0.11',
    'Follow-up 1 after 3 daysStill thinking?1088 100%0 0%0 0%0 0%$0.13',
  ])
  screen.getByText('Cost so far at your prices: $0.35 for 26 messages')
  screen.getByText(/^Of the first text\./)
  fireEvent.click(screen.getByRole('radio', { name: 'Follow-up 1' }))
  await waitFor(() =>
    expect(getRecipients).toHaveBeenCalledWith(expect.objectContaining({ id: 'c2' }), expect.anything()),
  )
})

test('metrics show the funnel with shares, and why people were left out', async () => {
  const reasons = [{ outcome: 'skipped' as const, reason: 'landline' as const, count: 2 }]
  const stats = statsOf({ sent: 2, delivered: 6, skipped: 2 }, { replied: 4, optedOut: 1, reasons })
  campaigns.get.mockResolvedValue({
    data: aCampaign({ status: 'running', startedOnUtc: '2026-01-01T00:00:00.000Z', stats, canStop: true }),
  })
  showMetrics()
  const recipients = await screen.findByText('Recipients', { selector: 'dt' })
  const steps = [...(recipients.closest('dl')?.children ?? [])].map((step) => step.textContent)
  expect(steps).toEqual(['Recipients10', 'Sent880%', 'Delivered660%', 'Replied450%', 'Opted out113%', 'Left out220%'])
  screen.getByText('Left out: 2. Their number is a landline, which can’t receive texts.')
  screen.getByRole('button', { name: 'Stop…' })
  expect(screen.queryByText(/^Of the first text/)).toBeNull()
})

test('metrics show the text with the name of the business, in the list of texts too', async () => {
  const text = ':business_name:: hi :contact_first_name:'
  const texts = [
    { text, recipients: 1, sent: 1, delivered: 1, clicked: 0, replied: 0, optedOut: 0, segments: 1, mediaMessages: 0 },
  ]
  const stats = statsOf({ delivered: 1 })
  campaigns.get.mockResolvedValue({ data: aCampaign({ status: 'done', text, stats }) })
  campaigns.getSteps.mockResolvedValue({
    data: { steps: [{ id: 'c1', state: 'done', stats, afterHours: null, texts }] },
  })
  showMetrics()
  await screen.findByText('Harbor Dental: hi [First name]')
  expect(screen.getByText(/^Harbor Dental: hi\s*$/, { selector: 'p' }).textContent).toBe('Harbor Dental: hi First name')
  expect(screen.queryByText(/:business_name:/)).toBeNull()
})

test('metrics show the pictures and files that were sent', async () => {
  const file = {
    sid: 'ME1',
    filename: 'menu.pdf',
    contentType: 'application/pdf',
    byteSize: 1,
    width: null,
    height: null,
  }
  const attachments = [
    { ...file, url: '/files/1' },
    { ...file, sid: 'ME2', filename: 'cake.png', contentType: 'image/png', url: '/files/2' },
  ]
  campaigns.get.mockResolvedValue({
    data: aCampaign({ status: 'done', text: '', attachments, stats: statsOf({ delivered: 1 }) }),
  })
  showMetrics()
  await screen.findByText('menu.pdf')
  expect(screen.getByRole('img', { name: 'cake.png' }).getAttribute('src')).toBe('/files/2')
})

test('figures that leave out hidden contacts say so, in the list and in the metrics', async () => {
  const stats = statsOf({ delivered: 3 }, { recipients: 3, isPartial: true })
  const note = /Only the contacts you can see are counted/
  campaigns.get.mockResolvedValue({ data: aCampaign({ status: 'done', stats }) })
  showMetrics()
  await screen.findByText(note)
  cleanup()
  showList([aCampaign({ status: 'done', stats })])
  await screen.findByText(note)
  cleanup()
  showList([aCampaign({ status: 'done', stats: statsOf({ delivered: 10 }) })])
  await screen.findByText('Spring offer')
  expect(screen.queryByText(note)).toBeNull()
})

test('metrics of many recipients say that they are being counted, or when they were', async () => {
  const uncounted = statsOf({}, { recipients: 1_000_000, countedOnUtc: null })
  campaigns.get.mockResolvedValue({ data: aCampaign({ status: 'done', stats: uncounted }) })
  showMetrics()
  await screen.findByText('Counting…')
  screen.getByText('1,000,000')
  expect(screen.queryByText('Delivered')).toBeNull()
  cleanup()
  const counted = statsOf({ delivered: 10 }, { countedOnUtc: '2026-01-01T00:00:00.000Z' })
  campaigns.get.mockResolvedValue({ data: aCampaign({ status: 'done', stats: counted }) })
  showMetrics('c2')
  await screen.findByText(/^As of .* at/)
  screen.getByText('Delivered')
})

test('who approves a campaign sees all its texts and how many people get it', async () => {
  const campaign = aCampaign({
    status: 'needs-approval',
    canApprove: true,
    variants: ['Harbor Dental: a free check-up'],
    followUps: [{ afterHours: 48, text: 'Last days' }],
    scheduledOnUtc: '2026-12-01T20:00:00.000Z',
    spreadMinutes: 120,
  })
  campaigns.get.mockResolvedValue({ data: campaign })
  showMetrics()
  await screen.findByText('Approve…')
  const { scheduledOnUtc, spreadMinutes } = campaign
  expect(campaigns.preflight.mock.lastCall?.[0]).toEqual({ id: 'c1', scheduledOnUtc, spreadMinutes })
  await screen.findByText(/^It will be sent .*10:00 AM.* Sending is spread over 2 hours\.$/)
  await screen.findByText('Segments: Big spenders')
  await screen.findByText(/\$3\.42/)
  within(screen.getByRole('region', { name: 'Version B' })).getByText('Harbor Dental: a free check-up')
  const followUp = within(screen.getByRole('region', { name: 'Follow-up 1' }))
  followUp.getByText('Last days')
  followUp.getByText('after 48 hours without a reply')
  await screen.findByText(/412 people/)
})

test('a campaign that missed its time can be sent from where it says so', async () => {
  campaigns.get.mockResolvedValue({ data: aCampaign({ status: 'needs-attention', problem: 'late' }) })
  showMetrics()
  await screen.findByText(/It missed its time/)
  fireEvent.click(screen.getByRole('button', { name: 'Send…' }))
  await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Send to 412 people' })
})

test('a campaign that waits for its time can be moved back to draft from its page', async () => {
  campaigns.get.mockResolvedValue({
    data: aCampaign({ status: 'scheduled', localTime: '2026-12-01T09:00', scheduledOnUtc: '2026-12-01T12:30:00.000Z' }),
  })
  showMetrics()
  await screen.findByText(/9:00 AM, in each contact’s own time zone\./)
  expect(campaigns.preflight.mock.lastCall?.[0]).toEqual({ id: 'c1', localTime: '2026-12-01T09:00' })
  screen.getByRole('button', { name: 'Back to draft' })
})

test('someone who approves a campaign is told that they see only a part of whom it goes to', async () => {
  const note = /Only the contacts you can see are counted/
  campaigns.get.mockResolvedValue({ data: aCampaign({ status: 'needs-approval', canApprove: true }) })
  showMetrics()
  await screen.findByText(note)
  cleanup()
  signIn('convos_view_assigned_to_others', 'convos_view_unassigned_conversations')
  showMetrics()
  await screen.findByText(/412 people/)
  expect(screen.queryByText(note)).toBeNull()
})

test('recipients say who clicked and who opted out, and can be filtered by it', async () => {
  const step = { id: 'c1', state: 'done', afterHours: null, texts: [], stats: statsOf({ delivered: 1 }) }
  campaigns.getSteps.mockResolvedValue({ data: { steps: [step] } })
  campaigns.get.mockResolvedValue({ data: aCampaign({ status: 'done', stats: statsOf({ delivered: 1 }) }) })
  const recipient = {
    contactID: 'p1',
    contact: { name: 'Ana Silva', phone: '+12125550100' },
    outcome: 'delivered',
    reason: null,
    heldUntil: null,
    holiday: null,
    sentOnUtc: '2026-11-23T18:00:00.000Z',
    segments: 2,
    mediaMessages: 0,
    hasReplied: false,
    hasClicked: true,
    hasOptedOut: true,
    conversationSid: null,
  }
  getRecipients.mockResolvedValue({ data: { recipients: [recipient], nextAfter: null } })
  showMetrics()
  const table = within(await screen.findByRole('table', { name: 'Recipients' }))
  await table.findByText('Clicked a link')
  table.getByText('Opted out')
  fireEvent.change(screen.getByRole('combobox', { name: 'Outcome' }), { target: { value: 'opted-out' } })
  await waitFor(() => expect(getRecipients.mock.lastCall?.[0]).toEqual({ id: 'c1', hasOptedOut: true }))
})

test('segments and groups that were deleted after the send have their names of then', async () => {
  const audience = { ...aCampaign().audience, segmentIDs: ['s1', 's2', 's3'], groupSids: ['GC1'] }
  const sentNames = { segments: ['Spenders', 'Lapsed', null], groups: ['Regulars'] }
  campaigns.get.mockResolvedValue({
    data: aCampaign({ status: 'done', stats: statsOf({ delivered: 10 }), audience, sentNames }),
  })
  showMetrics()
  await screen.findByText(/^Segments: Big spenders, Lapsed, No longer available\s+Groups: Regulars$/)
})

test('recipients show what their text cost and as how many messages it was billed, if the business has prices', async () => {
  const step = { id: 'c1', state: 'done', afterHours: null, texts: [], stats: statsOf({ delivered: 1 }) }
  campaigns.getSteps.mockResolvedValue({ data: { steps: [step] } })
  campaigns.get.mockResolvedValue({ data: aCampaign({ status: 'done', stats: statsOf({ delivered: 1 }) }) })
  const row = {
    outcome: 'delivered',
    reason: null,
    heldUntil: null,
    holiday: null,
    sentOnUtc: '2026-11-23T18:00:00.000Z',
    hasReplied: false,
    hasClicked: false,
    hasOptedOut: false,
    conversationSid: null,
  }
  const recipients = [
    { ...row, contactID: 'p1', contact: { name: 'Ana', phone: '+12125550100' }, segments: 2, mediaMessages: 0 },
    { ...row, contactID: 'p2', contact: { name: 'Bo', phone: '+12125550101' }, segments: 0, mediaMessages: 1 },
  ]
  getRecipients.mockResolvedValue({ data: { recipients, nextAfter: null } })
  showMetrics()
  const table = () => screen.findByRole('table', { name: 'Recipients' })
  await within(await table()).findByText('Ana')
  expect(within(await table()).queryByText('Cost')).toBeNull()
  cleanup()
  settings.current = { currency: 'USD', pricePerSegment: 8300, pricePerMediaMessage: 22_000 }
  showMetrics()
  const priced = within(await table())
  await priced.findByText('Cost')
  expect(priced.getByText('$0.0166').parentElement?.textContent).toBe('$0.01662 messages')
  expect(priced.getByText('$0.022').parentElement?.textContent).toBe('$0.022MMS')
})

test.each(['CampaignNotFound', 'InvalidInput'])('%s: the campaign cannot be found', async (code) => {
  campaigns.get.mockRejectedValue(Object.assign(new Error(code), { code }))
  showMetrics()
  await screen.findByRole('heading', { name: 'We can’t find this campaign' })
  screen.getByText('Back to campaigns')
})
