import { expect, test } from 'vitest'
import { recipientProblem } from './recipient-rule.ts'

test('a name is not a number, unless its contact was chosen', () => {
  expect(recipientProblem(' ', false)).toBe('This is required.')
  expect(recipientProblem('Maya Chen', false)).toBe('Choose a contact from the list, or enter a phone number.')
  expect(recipientProblem('Maya Chen', true)).toBeUndefined()
  expect(recipientProblem('(206) 555-0142', false)).toBeUndefined()
})
