import { type Api, inTransaction } from '../../platform/http/api.ts'
import type { ContactDeps } from '../contacts/index.ts'
import { listMerges } from './list-merges.ts'
import { mergeContacts } from './merge-contacts.ts'
import { previewMerge } from './preview-merge.ts'
import { unmergeContacts } from './unmerge-contacts.ts'

export function contactMergingRoutes(api: Api, deps: ContactDeps) {
  const transaction = inTransaction(deps)
  return {
    preview: api.contactMerging.preview.handler(transaction((tx, { actor, input }) => previewMerge(tx, actor, input))),
    merge: api.contactMerging.merge.handler(
      transaction((tx, { actor, input }) => mergeContacts(deps, tx, actor, input)),
    ),
    unmerge: api.contactMerging.unmerge.handler(
      transaction((tx, { actor, input }) => unmergeContacts(deps, tx, actor, input.mergeID)),
    ),
    list: api.contactMerging.list.handler(
      transaction(async (tx, { actor, input }) => ({ merges: await listMerges(tx, actor, input.id) })),
    ),
  }
}
