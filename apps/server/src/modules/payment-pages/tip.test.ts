import { expect, test } from 'vitest'
import { suggestedTip, tipIn } from './tip.ts'

test('tips are amounts that the provider charges: the third decimal of dinars is zero', () => {
  expect([suggestedTip(5120, 15_000, 'KWD'), suggestedTip(5130, 15_000, 'USD')]).toEqual([770, 770])
  const tip = (other: string, currency: string) =>
    tipIn({ tip: 'other', other }, { tipRates: [15_000], dueAmount: 5120, currency })
  expect([tip('1.234', 'KWD'), tip('1,23', 'KWD'), tip('1.2', 'USD'), tip('1.5', 'JPY')]).toEqual([
    null,
    1230,
    120,
    null,
  ])
})
