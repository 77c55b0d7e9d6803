import { expect, test } from 'vitest'
import { renderEmail } from './email-layout.ts'

const mail = renderEmail({
  subject: 'Come\r\nBcc: everybody@example.test',
  heading: 'Hello <b>Ann</b> & "friends"',
  lines: ['One.', 'Two <script>alert(1)</script>'],
  details: [{ label: 'Device', value: 'Chrome on <Windows>' }],
  action: { label: 'Open it', url: 'https://example.test/?a=1&b="2"' },
  closing: ['It works for one hour.'],
  sender: 'Harbor Dental',
})

test('user input is escaped in the HTML', () => {
  expect(mail.html).not.toContain('<script>')
  expect(mail.html).not.toContain('<b>Ann')
  expect(mail.html).toContain('Hello &lt;b&gt;Ann&lt;/b&gt; &amp; &quot;friends&quot;')
  expect(mail.html).toContain('href="https://example.test/?a=1&amp;b=&quot;2&quot;"')
  expect(mail.html).toContain('Chrome on &lt;Windows&gt;')
})

test('a subject cannot contain line breaks', () => {
  expect(mail.subject).toBe('Come Bcc: everybody@example.test')
})

test('the plain text has the same content, with the URL spelled out', () => {
  expect(mail.text).toBe(
    [
      'Hello <b>Ann</b> & "friends"',
      'One.',
      'Two <script>alert(1)</script>',
      'Device: Chrome on <Windows>',
      'Open it:\nhttps://example.test/?a=1&b="2"',
      'It works for one hour.',
      '-- \nHarbor Dental',
    ].join('\n\n'),
  )
})
