import { type Api, inTransaction } from '../../platform/http/api.ts'
import type { Needs } from '../../platform/module.ts'
import { deleteSegment, listSegments, saveSegment } from './segments.ts'

export function contactSegmentRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    getList: api.contactSegments.getList.handler(
      transaction(async (tx, { actor }) => ({ segments: await listSegments(tx, actor) })),
    ),
    save: api.contactSegments.save.handler(transaction((tx, { actor, input }) => saveSegment(tx, actor, input))),
    delete: api.contactSegments.delete.handler(
      transaction(async (tx, { actor, input }) => ({ segments: await deleteSegment(tx, actor, input.id) })),
    ),
  }
}
