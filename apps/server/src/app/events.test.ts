import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { EVENTS } from './events.ts'

const SOURCES = path.join(import.meta.dirname, '..')

test('every event that a module defines is listed', async () => {
  const defined: string[] = []
  for await (const file of glob('modules/*/events.ts', { cwd: SOURCES })) {
    const definitions = await import(path.join(SOURCES, file))
    defined.push(...Object.values<{ type: string }>(definitions).map(({ type }) => type))
  }
  expect(defined.length).toBeGreaterThan(50)
  expect([...EVENTS.keys()].sort()).toEqual(defined.sort())
})

test('events are defined nowhere but in a module’s events.ts', async () => {
  const elsewhere: string[] = []
  for await (const file of glob('{app,demo,modules,providers}/**/*.ts', { cwd: SOURCES })) {
    if (/^modules\/[^/]+\/events\.ts$|\.test\.ts$/.test(file)) continue
    if ((await readFile(path.join(SOURCES, file), 'utf8')).includes('defineEvent(')) elsewhere.push(file)
  }
  expect(elsewhere).toEqual([])
})
