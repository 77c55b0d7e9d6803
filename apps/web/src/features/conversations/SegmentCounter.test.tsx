import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SegmentCounter } from './SegmentCounter.tsx'

const show = (text: string, prices?: Parameters<typeof SegmentCounter>[0]['prices']) =>
  render(
    <I18nProvider i18n={i18n}>
      <SegmentCounter text={text} prices={prices} />
    </I18nProvider>,
  )

test('counts what is left of the segment', () => {
  show('See you at 2 PM.')
  expect(screen.getByTestId('segments').textContent).toBe('1 segment · 144 left · GSM-7')
})

test('one emoji turns the whole text into UCS-2, and it says so', () => {
  show('See you 🦷')
  const counter = screen.getByTestId('segments')
  expect(counter.textContent).toBe('1 segment · 60 left · UCS-2')
  expect(counter.title).toContain('70 instead of 160')
})

test('a long text takes several, too long a one is refused before sending', () => {
  const { unmount } = show('x'.repeat(161))
  expect(screen.getByTestId('segments').textContent).toBe('2 segments · 145 left · GSM-7')
  unmount()
  show('x'.repeat(1602))
  expect(screen.getByRole('alert').textContent).toBe('2 characters too long')
})

test('an empty field needs no counter', () => {
  const { container } = show('')
  expect(container.textContent).toBe('')
})

test('says what the text costs where the price is known', () => {
  const prices = { currency: 'USD', pricePerSegment: 8_300, pricePerMediaMessage: 22_000 }
  show('a'.repeat(161), prices)
  expect(screen.getByTestId('segments').textContent).toContain('$0.0166')
})
