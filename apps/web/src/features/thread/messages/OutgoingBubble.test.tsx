import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Outgoing } from '../../../entities/outbox/outbox.ts'
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
  render(
    <I18nProvider i18n={i18n}>
      <OutgoingBubble outgoing={outgoing} />
    </I18nProvider>,
  )
  expect(screen.getByText('כן?').tagName).toBe('BDI')
  expect(screen.getByRole('alert').textContent).toContain('Sam already replied: “כן?”')
})
