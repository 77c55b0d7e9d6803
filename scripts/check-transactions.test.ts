import { expect, test } from 'vitest'
import { findFaults, opensTransaction } from './check-transactions.ts'

const opening = 'export const save = (deps: Deps, actor: Actor) => deps.inTenant(actor, (tx) => write(tx))'
const composing = 'export const save = (tx: TenantTx, actor: Actor) => write(tx, actor)'

test('finds calls that open a transaction, whichever service they are a method of', () => {
  expect(opensTransaction(opening)).toBe(true)
  expect(opensTransaction('async function f({ database }) { return await database.inTenant(link, work) }')).toBe(true)
  expect(opensTransaction('const list = ({ inTenant }) => inTenant(actor, (tx) => read(tx))')).toBe(true)
  expect(opensTransaction('const handler = inTransaction(deps)(work)')).toBe(true)
})

test('ignores what only names them', () => {
  const source = `
    // deps.inTenant(actor, work)
    import type { InTenant } from './database.ts'
    export type Deps = Needs<'inTenant' | 'now'>
    const text = 'inTenant(actor)'
    start({ inTenant: deps.inTenant })`
  expect(opensTransaction(source)).toBe(false)
})

test('lets routes, jobs, webhooks and module.ts open transactions, and listed operations', () => {
  const names = [
    'notes/routes.ts',
    'messages/sending-routes.ts',
    'notes/add.job.ts',
    'notes/module.ts',
    'a/webhooks.ts',
  ]
  const files = [...names, 'notes/save.ts'].map((file) => ({ file, source: opening }))
  expect(findFaults(files, { 'notes/save.ts': 'a request in between' })).toEqual([])
})

test('refuses an operation that is not listed, and an entry that is no longer needed', () => {
  const files = [
    { file: 'notes/save.ts', source: opening },
    { file: 'notes/delete.ts', source: composing },
  ]
  const exceptions = { 'notes/delete.ts': 'a reason', 'notes/gone.ts': 'a reason' }
  expect(findFaults(files, exceptions).map((fault) => fault.split(' ').slice(0, 3).join(' '))).toEqual([
    'notes/save.ts opens a',
    'notes/delete.ts opens no',
    'notes/gone.ts opens no',
  ])
})
