import { expect, test } from 'vitest'
import { isEmail } from './email.ts'

test.each(['ann@example.com', 'a.b+c@mail.example.co.uk', 'ann@bücher.example'])('%j is an email address', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each(['', 'ann', 'ann@', '@example.com', 'ann@example', 'ann@example..com', 'ann lee@example.com', 'a@b@c.com'])(
  '%j is not',
  (text) => expect(isEmail(text)).toBe(false),
)
