import { type Api, inTransaction } from '../../platform/http/api.ts'
import type { Needs } from '../../platform/module.ts'
import { dismissDuplicate } from './dismiss-duplicate.ts'
import { findSimilar } from './find-similar.ts'
import { listDuplicates } from './list-duplicates.ts'

export function contactDuplicateRoutes(api: Api, deps: Needs<'inTenant'>) {
  const transaction = inTransaction(deps)
  return {
    list: api.contactDuplicates.list.handler(transaction((tx, { actor, input }) => listDuplicates(tx, actor, input))),
    dismiss: api.contactDuplicates.dismiss.handler(
      transaction(async (tx, { actor, input }) => {
        await dismissDuplicate(tx, actor, input)
        return { success: true as const }
      }),
    ),
    find: api.contactDuplicates.find.handler(
      transaction(async (tx, { actor, input }) => ({ contacts: await findSimilar(tx, actor, input) })),
    ),
  }
}
