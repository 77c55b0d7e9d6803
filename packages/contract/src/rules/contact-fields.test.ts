import { expect, test } from 'vitest'
import { fieldConditionItem, readFieldCondition, readFieldValue } from './contact-fields.ts'

const read = (type: 'text' | 'number' | 'date' | 'choice', text: string) =>
  readFieldValue({ type, choices: ['Gold', 'Silver'] }, text)

test.each([
  ['text', ' Rex ', 'Rex'],
  ['text', '  ', null],
  ['text', 'x'.repeat(501), null],
  ['number', '1,234.50', '1234.5'],
  ['number', '-007', '-7'],
  ['number', '+.5', '0.5'],
  ['number', '-0.0', '0'],
  ['number', '3.', '3'],
  ['number', '1,23', null],
  ['number', '12e3', null],
  ['number', '.', null],
  ['number', '', null],
  ['number', '1234567890123456', null],
  ['number', '0.1234567', null],
  ['date', '2024-02-29', '2024-02-29'],
  ['date', '2023-02-29', null],
  ['date', '0000-01-01', null],
  ['date', '2/29/2024', null],
  ['choice', 'gold', 'Gold'],
  ['choice', 'Bronze', null],
] as const)('the %s %j is stored as %j', (type, text, stored) => {
  expect(read(type, text)).toBe(stored)
})

test('parses conditions from URL items and drops malformed ones', () => {
  const fieldID = '0190a0b0-0000-7000-8000-000000000001'
  for (const condition of [
    { fieldID, operator: 'contains' as const, value: 'a.b, c' },
    { fieldID, operator: 'min' as const, value: '-1.5' },
    { fieldID, operator: 'max' as const, value: '2026-01-31' },
  ])
    expect(readFieldCondition(fieldConditionItem(condition))).toEqual(condition)
  for (const item of ['', 'x.is.1', `${fieldID}.was.1`, `${fieldID}.is.`, `${fieldID}.min.many`])
    expect(readFieldCondition(item)).toBeUndefined()
})
