import { expect, test } from 'vitest'
import { countAssertions, countSuppressions } from './check-casts.ts'

test('counts assertions of every form', () => {
  const source = `
    const a = value as Role
    const b = <Role>value
    const c = row!.id
    function d(input: any) {}
    const e = list as unknown as Role[]`
  expect(countAssertions(source, false)).toBe(6)
  expect(countAssertions('const a = <Row item={item as Item} />', true)).toBe(1)
})

test('ignores what only reads like an assertion', () => {
  const source = `
    import { type Role as Name, t as text } from './roles.ts'
    export { text as t }
    const ROLES = ['Owner'] as const satisfies readonly string[]
    const query = 'select id as "userId"' // as Role
    const isSet = !value`
  expect(countAssertions(source, false)).toBe(0)
})

test('counts suppressions', () => {
  const lines = [
    '// biome-ignore lint/a11y/x: reason',
    '{/* biome-ignore lint/a11y/x: reason */}',
    '// @ts-expect-error not typed',
    '// a comment about biome-ignore',
  ]
  expect(countSuppressions(lines.join('\n'))).toBe(3)
})
