import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { getCashSheet } from './get-cash-sheet.ts'
import { listCashEntries } from './list-entries.ts'

export function cashSheetRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    get: api.cashSheet.get.handler(
      transaction(async (tx, { actor, input }) => wrap({ rows: await getCashSheet(tx, actor, input) })),
    ),
    getEntries: api.cashSheet.getEntries.handler(
      transaction(async (tx, { actor, input }) => wrap(await listCashEntries(tx, actor, input))),
    ),
  }
}
