import type { MessageOrigin } from '@frontdesk/contract/api'
import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aMessage } from '../../../testing/a-conversation.ts'
import { renderWithProviders } from '../../../testing/render-with-providers.tsx'
import { MessageOriginModal } from './MessageOriginModal.tsx'

const { origin } = vi.hoisted(() => ({ origin: vi.fn() }))
vi.mock('../../../lib/api.ts', () => ({
  api: {
    messageOrigins: { get: origin },
    locations: { getLocations: async () => ({ locations: [] }) },
    contactStatuses: { getList: async () => ({ statuses: [] }) },
    contactFields: { getList: async () => ({ fields: [] }) },
  },
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, params: _params, ...rest }: { to: string; params?: unknown }) => <a href={to} {...rest} />,
}))

const message = aMessage(1, { attributes: { type: 'text', isOutgoingMessage: true, seenBy: [] } })

async function show(data: Partial<MessageOrigin>) {
  origin.mockResolvedValue({ data: { sid: message.sid, audience: null, ...data } })
  renderWithProviders(<MessageOriginModal message={message} onClose={() => undefined} />)
  await screen.findByText('Sending rules')
  return screen.getByRole('dialog').textContent
}

const region: MessageOrigin['gate']['region'] = {
  timeZones: ['America/New_York'],
  zoneFrom: 'area-code',
  state: 'FL',
  country: 'US',
}

test('a campaign text names its campaign, rule, consent and hours', async () => {
  const text = await show({
    sender: {
      kind: 'campaign',
      author: 'Olivia Hart',
      campaign: { id: 'c1', name: 'Spring offer' },
      step: 1,
      variant: 0,
      variantCount: 1,
      startedOnUtc: '2026-06-09T14:00:00.000Z',
    },
    audience: {
      ruleIndex: 1,
      rules: [
        { kind: 'subscribers' },
        { kind: 'segment', name: 'Best customers', criteria: { tagsSearch: ['VIP'], hasConversation: true } },
      ],
      excludesOpenConversations: true,
    },
    consent: { event: null, contactID: 'p1' },
    gate: {
      purpose: 'marketing',
      leftOnUtc: '2026-06-10T12:00:00.000Z',
      region,
      hours: { opens: '08:00', closes: '20:00' },
      automatedTexts: { sent: 1, perDay: 3 },
      held: { reason: 'quiet-hours', untilUtc: '2026-06-10T12:00:00.000Z' },
    },
  })
  expect(screen.getByRole('link', { name: '“Spring offer”' })).toBeTruthy()
  expect(text).toContain('This is follow-up 1.')
  expect(text).toContain('They were in the segment “Best customers”. (VIP, Has a conversation)')
  expect(text).toContain('It also went to:Subscribers')
  expect(text).toContain('8:00 AM')
  expect(text).toMatch(/allowed from 8:00.AM to 8:00.PM \(Eastern Time\) under Florida law/)
  expect(text).toContain('They’d had 1 of the 3 automatic texts allowed')
  expect(text).toMatch(/It waited until .* Eastern Time for the end of their quiet hours\./)
})

test('a text that was never sent says why, without rules that did not apply', async () => {
  const text = await show({
    sender: { kind: 'teammate', name: 'Olivia Hart', scheduledForUtc: null, scheduledOnUtc: null },
    consent: null,
    gate: { purpose: 'conversation', leftOnUtc: null, region, hours: null, automatedTexts: null, held: null },
  })
  expect(text).toContain('Olivia Hart wrote and sent it.')
  expect(text).toContain('It was never sent.')
  expect(text).not.toContain('allowed from')
  expect(screen.queryByRole('link')).toBeNull()
})

test('a number of a whole country is explained with the hours, if there are any', async () => {
  const sender = { kind: 'auto-reply', cause: 'greeting', repliesTo: null } as const
  const gate: MessageOrigin['gate'] = {
    purpose: 'automatic',
    leftOnUtc: '2026-06-10T16:00:00.000Z',
    region: { timeZones: ['America/New_York'], zoneFrom: 'country', state: null, country: 'US' },
    hours: { opens: '08:00', closes: '21:00' },
    automatedTexts: null,
    held: null,
  }
  const consent = { event: null, contactID: 'p1' }
  expect(await show({ sender, consent, gate })).toContain('could be from anywhere in the country')
  cleanup()
  expect(await show({ sender, consent, gate: { ...gate, hours: null } })).not.toContain('anywhere in the country')
})
