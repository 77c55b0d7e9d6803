import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { SegmentCounter } from './SegmentCounter.tsx'

const show = (text: string, prices?: Parameters<typeof SegmentCounter>[0]['prices'], hasMedia = false) =>
  renderWithProviders(<SegmentCounter text={text} prices={prices} hasMedia={hasMedia} />)

const prices = { currency: 'USD', pricePerSegment: 8_300 }

test('a text of one message shows neither a count nor a price', () => {
  const { container } = show('See you at 2 PM. 🦷', prices)
  expect(container.textContent).toBe('')
})

test('from the second message on it shows how many, and what they cost', () => {
  show('x'.repeat(161), prices)
  expect(screen.getByTestId('segments').textContent).toBe('Counts as 2 messages · $0.0166')
})

test('emoji that make one message into several are named as the reason', () => {
  show(`${'x'.repeat(90)}🦷`)
  expect(screen.getByTestId('segments').textContent).toBe('Emoji or special characters make this 2 messages')
  expect(screen.getByTestId('segments').title).toContain('70 characters')
})

test('with a file it is one message; too long a text is refused before sending', () => {
  const { container, unmount } = show('x'.repeat(161), prices, true)
  expect(container.textContent).toBe('')
  unmount()
  show('x'.repeat(1602))
  expect(screen.getByRole('alert').textContent).toBe('2 characters too long')
})
