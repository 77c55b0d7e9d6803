import type { Message } from '@frontdesk/contract/api'
import { QueryClient } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { conversationBySid } from '../../../entities/conversation/queries.ts'
import { aConversation, aMessage } from '../../../testing/a-conversation.ts'
import { renderWithProviders } from '../../../testing/render-with-providers.tsx'
import { Bubble } from './Bubble.tsx'

const { openModal } = vi.hoisted(() => ({ openModal: vi.fn() }))
vi.mock('../../../ui/modal/modals.ts', async (original) => ({ ...(await original()), openModal }))

const ZONE = 'America/New_York'
const base = { isOutgoingMessage: true, seenBy: [] }
const recording = {
  sid: `ME${'0'.repeat(32)}`,
  filename: 'voicemail.mp3',
  contentType: 'audio/mpeg',
  byteSize: 12_000,
  width: null,
  height: null,
  state: 'stored' as const,
  url: '/files/voicemail',
}

function show(rest: Partial<Message>, cache = new QueryClient()) {
  return renderWithProviders(
    <Bubble
      row={{
        message: aMessage(1, rest),
        opensDay: false,
        opensGroup: true,
        closesGroup: true,
        isLatestMerge: false,
      }}
      zone={ZONE}
      isNewest
      onShow={() => undefined}
    />,
    cache,
  )
}

test('a missed call is red; an answered one shows its length', async () => {
  const call = (state: 'not_answered' | 'answered', durationSeconds: number | null) => ({
    body: '',
    attributes: {
      ...base,
      isOutgoingMessage: false,
      type: 'voice' as const,
      call: { state, durationSeconds },
      transcription: null,
    },
  })
  show(call('not_answered', null))
  expect(await screen.findByRole('article', { name: 'Missed call' })).toHaveProperty('dataset.bad', 'true')
  show(call('answered', 75))
  expect((await screen.findByRole('article', { name: 'Incoming call' })).textContent).toContain('1:15')
})

test('a voicemail plays, and its transcript can be read', async () => {
  const { container } = show({
    body: '',
    attachedMedia: [recording],
    attributes: {
      ...base,
      isOutgoingMessage: false,
      type: 'voicemail',
      call: { state: 'not_answered', durationSeconds: 9 },
      transcription: 'Please call me back.',
    },
  })
  await screen.findByRole('article', { name: 'Voicemail' })
  const speed = await screen.findByRole('button', { name: 'Speed: 1 times' })
  fireEvent.click(speed)
  expect(container.querySelector('audio')?.playbackRate).toBe(1.5)
  expect(screen.getByText('Please call me back.')).not.toBeNull()
})

test('a call with the AI employee has its summary', async () => {
  show({
    body: 'Asked for opening hours.',
    attributes: {
      ...base,
      type: 'ai-voice-call-update',
      call: { state: 'answered', durationSeconds: 61 },
      transcription: null,
    },
  })
  const card = await screen.findByRole('article', { name: 'Call with the AI employee' })
  expect(card.textContent).toContain('Asked for opening hours.')
  expect(card.textContent).toContain('1:01')
})

test('a moved appointment shows both times, in the zone of the location, and opens its visit', async () => {
  show({
    body: '',
    attributes: {
      ...base,
      type: 'booking-update',
      booking: {
        state: 'rescheduled',
        serviceName: 'Cleaning',
        startsAt: '2026-11-24T15:00:00.000Z',
        previousStartsAt: '2026-11-23T15:00:00.000Z',
        bookingID: 'b1',
      },
    },
  })
  const card = await screen.findByRole('article', { name: 'Appointment moved' })
  expect(card.textContent).toContain('Nov 23, 2026, 10:00 AM')
  expect(card.textContent).toContain('Nov 24, 2026, 10:00 AM')
  fireEvent.click(within(card).getByRole('button', { name: 'Details' }))
  expect(openModal).toHaveBeenCalledWith('booking', { id: 'b1' })
})

test('AI activity is described', async () => {
  show({ body: 'Booked a table.', attributes: { ...base, type: 'ai-update', ai: { kind: 'handed-over' } } })
  expect(
    (await screen.findByRole('article', { name: 'AI employee transferred it to the team' })).textContent,
  ).toContain('Booked a table.')
})

test('a review shows its stars, its words and our answer', async () => {
  show({
    body: 'Cold soup.',
    attributes: {
      ...base,
      isOutgoingMessage: false,
      type: 'review',
      review: { source: 'google', stars: 2, reviewerName: 'Ann', reply: 'We are sorry.', url: null },
    },
  })
  const card = await screen.findByRole('article', { name: 'Google review by Ann' })
  expect(screen.getByRole('img', { name: '2 of 5 stars' })).not.toBeNull()
  expect(card.textContent).toContain('Cold soup.')
  expect(card.textContent).toContain('We are sorry.')
})

test('a payment is formatted from the currency’s minor units', async () => {
  const payment = (amount: number, currency: string) => ({
    body: '',
    attributes: {
      ...base,
      type: 'payment' as const,
      payment: { state: 'paid' as const, amount, currency, invoiceNumber: '17', url: null },
    },
  })
  show(payment(12_345, 'USD'))
  expect(await screen.findByText('$123.45')).not.toBeNull()
  show(payment(500, 'JPY'))
  expect(await screen.findByText('¥500')).not.toBeNull()
})

test.each([
  ['paid', undefined],
  ['dispute-won', undefined],
  ['disputed', 'true'],
  ['dispute-lost', 'true'],
] as const)('a payment that is %s stands out if money is missing', async (state, isBad) => {
  const payment = { state, amount: 12_345, currency: 'USD', invoiceNumber: '17', url: null }
  show({ body: '', attributes: { ...base, type: 'payment', payment } })
  expect((await screen.findByRole('article')).dataset.bad).toBe(isBad)
})

test('a deleted message is an update', () => {
  show({
    body: '',
    author: 'Sofia',
    attributes: { ...base, type: 'update', update: { kind: 'message-deleted', value: null } },
  })
  expect(screen.getByText(/Sofia deleted a message/)).not.toBeNull()
})

test('a note highlights mentions, the longer name first', () => {
  const { container } = show({
    body: 'Ask @Ann Lee, not @Ann. See https://example.test/a',
    author: 'Sofia',
    attributes: {
      ...base,
      type: 'note',
      note: {
        mentions: [
          { userId: '1', displayName: 'Ann' },
          { userId: '2', displayName: 'Ann Lee' },
        ],
        editedOnUtc: null,
      },
    },
  })
  const marked = [...container.querySelectorAll('p span')].map(({ textContent }) => textContent)
  expect(marked).toEqual(['@Ann Lee', '@Ann'])
  expect(screen.getByRole('link')).toHaveProperty('href', 'https://example.test/a')
})

const text = (body: string) => ({ body, attributes: { isOutgoingMessage: false, seenBy: [], type: 'text' as const } })
const bubbleOf = (container: HTMLElement) => container.querySelector<HTMLElement>('[dir="auto"]')

test.each([
  ['👍', true],
  ['❤️🎉', true],
  ['👨‍👩‍👧 🇩🇪 👍🏽', true],
  ['👍👍👍👍', false],
  ['👍 ok', false],
  ['123', false],
  ['#', false],
])('%s is shown large: %s', (body, isLarge) => {
  const { container } = show(text(body))
  expect(bubbleOf(container)?.dataset.emoji !== undefined).toBe(isLarge)
})

test('Hebrew and Arabic are right to left', () => {
  const { container } = show(text('שלום, מתי אפשר לבוא?'))
  expect(bubbleOf(container)?.dir).toBe('auto')
})

test.each(['\u200b\u200b\u200d', '\u2060', '\u3164'])('a text nobody can see says so', (body) => {
  show(text(body))
  expect(screen.getByText('Empty message')).not.toBeNull()
})

test('ten thousand characters are cut between letters, and shown in full when expanded', () => {
  const body = `${'a'.repeat(1999)}${'🦷'.repeat(4000)}`
  const { container } = show(text(body))
  expect(bubbleOf(container)?.textContent).not.toContain('\ufffd')
  expect(bubbleOf(container)?.textContent?.length).toBeLessThan(2100)
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(bubbleOf(container)?.textContent).toBe(body)
})

test('a reaction is shown on its message; the text that carried it is one line', () => {
  show({ attributes: { ...base, type: 'text', reactions: [{ emoji: '❤️', author: '+12075551001' }] } })
  expect(screen.getByRole('img', { name: 'The contact reacted: ❤️' })).not.toBeNull()
  const reaction = { emoji: '❤️', isRemoved: false, messageSid: `IM${'0'.repeat(32)}` }
  show({ body: 'Loved “See you”', attributes: { isOutgoingMessage: false, seenBy: [], type: 'text', reaction } })
  expect(screen.getByTitle('Loved “See you”').textContent).toContain('Reacted ❤️')
})

test('a translated text shows both texts, each in its language', () => {
  const translation = { language: 'es', text: 'See you on Thursday', textLanguage: 'en' }
  const { container } = show({ body: 'Nos vemos el jueves', attributes: { ...base, type: 'text', translation } })
  expect(container.querySelector('[lang="es"]')?.textContent).toBe('Nos vemos el jueves')
  expect(container.querySelector('[lang="en"]')?.textContent).toContain('See you on Thursday')
  expect(screen.getByText('Written in English, sent in Spanish')).not.toBeNull()
})

test('a quote of the contact is headed by their name', () => {
  const cache = new QueryClient()
  const conversation = aConversation(1)
  cache.setQueryData(conversationBySid(conversation.sid).queryKey, conversation)
  const quote = {
    sid: 'IM1',
    index: 1,
    author: conversation.phoneNumber,
    isOutgoingMessage: false,
    text: 'Are you open?',
    isDeleted: false,
  }
  show({ attributes: { ...base, type: 'text', quote } }, cache)
  expect(screen.getByText('Contact 1')).not.toBeNull()
})
