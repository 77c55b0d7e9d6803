import { type Api, inTransaction } from '../../platform/http/api.ts'
import type { Needs } from '../../platform/module.ts'
import { dismissDuplicate } from './dismiss-duplicate.ts'
import { findSimilar } from './find-similar.ts'
import { listDuplicates } from './list-duplicates.ts'

export function contactDuplicateRoutes(api: Api, deps: Needs<'inTenant' | 'secrets'>) {
  const transaction = inTransaction(deps)
  const { encrypt, decrypt } = deps.secrets
  /** An unreadable key, such as one of a server with another secret, starts the list over. */
  const openKey = (key: string) => {
    try {
      return decrypt(Buffer.from(key, 'base64url'))
    } catch {
      return ''
    }
  }
  return {
    list: api.contactDuplicates.list.handler(
      transaction(async (tx, { actor, input: { after, pageSize } }) => {
        const { duplicates, nextAfter } = await listDuplicates(tx, actor, {
          after: after && { ...after, key: openKey(after.key) },
          pageSize,
        })
        return {
          duplicates,
          nextAfter: nextAfter && { ...nextAfter, key: encrypt(nextAfter.key).toString('base64url') },
        }
      }),
    ),
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
