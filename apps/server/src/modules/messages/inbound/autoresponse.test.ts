import { expect, test } from 'vitest'
import { isAutoresponse } from './autoresponse.ts'

test.each([
  'I’m driving with Focus turned on. I’ll see your message when I get where I’m going.',
  "I'm driving with Do Not Disturb While Driving turned on. I'll see your message when I get where I'm going.",
  '(I’m not receiving notifications. If this is urgent, reply “urgent” to send a notification through with your original message.)',
  "I'm driving right now. I'll get back to you later.",
  'Sorry, I’m driving. I’ll call you back.',
  'Auto-reply: our office is closed until Monday.',
  'This is an automated response. Please do not reply.',
  'AUTOMATIC REPLY\nWe are closed until Monday.',
])('an autoresponse: %s', (body) => expect(isAutoresponse(body)).toBe(true))

test.each([
  'I’m driving, there in 5',
  'I’m driving right now, can we make it 3 pm instead?',
  'Do you have an automatic car?',
  'Automatic transmission makes a noise',
  'Is this an automated message?',
  'Automated message? Please call me about my roof',
  'Auto reply or a real person?',
  'Automatic reply to what?',
  'Yes please',
  '',
])('what a person wrote: %s', (body) => expect(isAutoresponse(body)).toBe(false))
