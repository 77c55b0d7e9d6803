import type { BrowserErrorReport } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createErrorReporter } from './error-reporter.ts'

function aReporter(hostname = 'desk.example.com') {
  const sent: BrowserErrorReport[] = []
  const report = createErrorReporter({
    hostname,
    appVersion: '1.8.857',
    page: () => '/_app/conversations/$sid',
    send: (input) => sent.push(input),
  })
  return { report, sent }
}

function anError(message: string, stack = '', name = 'TypeError') {
  const error = new Error(message)
  error.name = name
  error.stack = `${name}: ${message}\n${stack}`
  return error
}

test('an error is reported with its position and without content', () => {
  const { report, sent } = aReporter()
  const stack = [
    '    at send (https://desk.example.com/assets/Composer-abc.js:12:345)',
    '    at https://desk.example.com/assets/index-def.js:1:2',
    'render@https://desk.example.com/assets/safari.js:3:4',
  ].join('\n')
  report(anError("Cannot read 'Maya Chen' of maya@example.com at +1 206 555 0100", stack))
  expect(sent).toEqual([
    {
      name: 'TypeError',
      message: 'Cannot read … of … at #',
      stack: 'send /assets/Composer-abc.js:12:345\n/assets/index-def.js:1:2\nrender /assets/safari.js:3:4',
      page: '/_app/conversations/$sid',
      appVersion: '1.8.857',
    },
  ])
})

test('reports the same error once, and at most five in total', () => {
  const { report, sent } = aReporter()
  for (const letter of 'aabcdefg') report(anError(`Failure ${letter}`))
  expect(sent.map(({ message }) => message)).toEqual(['Failure a', 'Failure b', 'Failure c', 'Failure d', 'Failure e'])
})

test.each(['localhost', '127.0.0.1', '[::1]', 'desk.localhost', 'desk.test'])('nothing is reported from %s', (host) => {
  const { report, sent } = aReporter(host)
  report(anError('Failure'))
  expect(sent).toEqual([])
})

test('lost connections, server responses and a closing database are not errors of the app', () => {
  const { report, sent } = aReporter()
  report(anError('Failed to fetch'))
  report(anError('The database connection is closing.', '', 'InvalidStateError'))
  report(Object.assign(new Error('The conversation does not exist.'), { code: 'ConversationNotFound' }))
  expect(sent).toEqual([])
})
