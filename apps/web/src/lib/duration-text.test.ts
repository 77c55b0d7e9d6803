import { currencyDecimals } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { durationText, longDurationText } from './duration-text.ts'
import { moneyText } from './money-text.ts'

test('lengths are in minutes and hours', () => {
  expect([5, 45, 60, 90, 720].map(durationText)).toEqual(['5 min', '45 min', '1 h', '1 h 30 min', '12 h'])
})

test('lengths in sentences are in full words, whole days as days', () => {
  expect([1, 45, 60, 90, 1440, 1500, 2880].map(longDurationText)).toEqual([
    '1 minute',
    '45 minutes',
    '1 hour',
    '1 hour 30 minutes',
    '1 day',
    '25 hours',
    '2 days',
  ])
})

test('amounts are in the smallest unit of their currency', () => {
  expect([moneyText(4500, 'USD'), moneyText(4550, 'USD'), moneyText(4500, 'JPY')]).toEqual([
    '$45.00',
    '$45.50',
    '¥4,500',
  ])
  expect([currencyDecimals('USD'), currencyDecimals('JPY')]).toEqual([2, 0])
})
