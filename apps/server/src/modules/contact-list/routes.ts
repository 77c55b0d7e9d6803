import type { ContactCriteria, ContactQuery } from '@frontdesk/contract/api'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { isStatementTimeout } from '../../platform/database/time-limit.ts'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import type { Needs } from '../../platform/module.ts'
import { countAllContacts, countMatchingContacts } from './count-contacts.ts'
import type { ContactListDeps } from './deps.ts'
import { assertMayExport, EXPORT_PATH, exportContacts, openExport } from './export-contacts.ts'
import { LIST_PAGE_MAX, listContacts } from './list-contacts.ts'
import { listTags } from './list-tags.ts'
import { type ContactSearch, readContactSearch } from './read-contact-search.ts'

async function getPage(tx: TenantTx, actor: Actor, query: z.output<typeof ContactQuery>) {
  const { pageSize, pageNumber: _number, cursor: _cursor, orderBy: _by, orderByDesc: _desc, ...criteria } = query
  if (pageSize > LIST_PAGE_MAX) await assertMayExport(tx, actor, criteria)
  return listContacts(tx, actor, query)
}

export function contactListRoutes(api: Api, deps: ContactListDeps) {
  const transaction = inTransaction(deps)
  const countAll = transaction(async (tx, { actor, input }: { actor: Actor; input: ContactCriteria }) => ({
    count: await countAllContacts(tx, actor, input),
  }))
  return {
    getList: api.contactList.getList.handler(transaction((tx, { actor, input }) => getPage(tx, actor, input))),
    search: api.contactList.search.handler(
      transaction((tx, { actor, input }: { actor: Actor; input: ContactSearch }) =>
        getPage(tx, actor, readContactSearch(input)),
      ),
    ),
    count: api.contactList.count.handler(
      transaction((tx, { actor, input }) => countMatchingContacts(tx, actor, input)),
    ),
    countAll: api.contactList.countAll.handler(async (request) => {
      try {
        return await countAll(request)
      } catch (error) {
        if (isStatementTimeout(error)) return { count: null }
        throw error
      }
    }),
    getTags: api.contactList.getTags.handler(
      transaction(async (tx, { actor }) => ({ tags: await listTags(tx, actor) })),
    ),
    export: api.contactList.export.handler(
      transaction(async (tx, { actor, input }) => ({ url: await exportContacts(deps, tx, actor, input) })),
    ),
  }
}

/** Serves the exported file. */
export function mountContacts(app: FastifyInstance, deps: ContactListDeps & Needs<'authenticateFiles'>): void {
  app.get<{ Querystring: { token?: string } }>(EXPORT_PATH, async (request, reply) => {
    const file = await openExport(deps, await deps.authenticateFiles(request), String(request.query.token))
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="contacts.csv"')
      .type('text/csv; charset=utf-8')
      .send(file)
  })
}
