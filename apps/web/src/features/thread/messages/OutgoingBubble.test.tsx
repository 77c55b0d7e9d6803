import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Outgoing } from '../../../entities/outbox/outbox.ts'
import { renderWithProviders } from '../../../testing/render-with-providers.tsx'
import { OutgoingBubble } from './OutgoingBubble.tsx'

test('a teammate’s reply does not change the text direction around it', () => {
  const outgoing: Outgoing = {
    clientMessageId: crypto.randomUUID(),
    conversationSid: 'CH1',
    text: 'Yes',
    attachments: [],
    createdAt: new Date().toISOString(),
    userId: 'me',
    state: 'stale',
    answers: [{ author: 'Sam', authorUserID: null, body: 'כן?', dateCreated: '2026-01-01T00:00:00Z', index: 4 }],
  }
  renderWithProviders(<OutgoingBubble outgoing={outgoing} />)
  expect(screen.getByText('כן?').tagName).toBe('BDI')
  expect(screen.getByRole('alert').textContent).toContain('Sam already replied: “כן?”')
})
