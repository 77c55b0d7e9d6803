import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = join(import.meta.dirname, '../..')

/** Statements that write contacts outside of this module, and why they record no activity. */
const EXCEPTIONS: Record<string, string> = {
  'modules/messages/inbound/look-up-line-type.job.ts': 'Writes what kind of number it is.',
  'modules/messages/outbound/number-problems.ts': 'Writes that a number is a landline or unreachable.',
}

test('only contact-rows writes contacts, where each change is recorded', () => {
  const writes = /\b(update|insert into|delete from) contacts\b|(updateTable|insertInto|deleteFrom)\('contacts\b/
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file))
  const writing = files.filter((file) => writes.test(readFileSync(join(SOURCE, file), 'utf8')))
  expect(writing.filter((file) => file.startsWith('modules/contact-rows/')).length).toBeGreaterThan(3)
  expect(writing.filter((file) => !file.startsWith('modules/contact-rows/')).toSorted()).toEqual(
    Object.keys(EXCEPTIONS),
  )
})

/** The statements of this module that leave a recorded column without an activity, and why. */
const UNRECORDED = {
  'activities.ts': 'Builds the update that is recorded.',
  'has-conversation.ts': 'Writes an internal column.',
  'move-contact.ts': 'A location is removed: no change of each contact.',
  'set-status.ts': 'A status of the list is deleted: no change of each contact.',
  'several-numbers.ts': 'Copies to further rows, and arranges rows, whose callers say what to record.',
}

test('all updates of contacts in this module are the recorded one, or have a reason', () => {
  const updates = /\bupdate contacts\b|updateTable\(('contacts\b|table\))/
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const updating = files.filter((file) => updates.test(readFileSync(join(import.meta.dirname, file), 'utf8')))
  expect(updating.toSorted()).toEqual(Object.keys(UNRECORDED))
})
