import { AppError, violates } from '../../platform/errors.ts'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { listOptInKeywords } from './queries.ts'
import { deleteOptInKeyword, saveOptInKeyword } from './save-keyword.ts'

export function optInKeywordRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    getList: api.optInKeywords.getList.handler(
      transaction(async (tx, { actor }) => wrap({ keywords: await listOptInKeywords(tx, actor) })),
    ),
    save: api.optInKeywords.save.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(
          await saveOptInKeyword(tx, actor, input).catch((error: unknown) => {
            // Another request added the same one at the same time.
            throw violates(error, 'opt_in_keywords_unique') ? new AppError('KeywordTaken') : error
          }),
        ),
      ),
    ),
    delete: api.optInKeywords.delete.handler(
      transaction(async (tx, { actor, input: { id } }) => {
        await deleteOptInKeyword(tx, actor, id)
        return wrap({ id })
      }),
    ),
  }
}
