import { z } from 'zod'
import { endpoint, failsWith, wrapped } from './endpoint.ts'

export const AccountDeletion = z.object({
  requestedByName: z.string(),
  requestedAt: z.iso.datetime(),
  deleteAfter: z.iso.datetime().describe('It can be undone until then.'),
})
export type AccountDeletion = z.infer<typeof AccountDeletion>

export const AccountExport = z.object({
  id: z.uuid(),
  state: z.enum(['queued', 'ready', 'failed']),
  byteSize: z.int().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  url: z.string().nullable().describe('Download URL for owners, once the export is ready.'),
})
export type AccountExport = z.infer<typeof AccountExport>

const service = { tags: ['main'] }
const State = z.object({ deletion: AccountDeletion.nullable() })

export const accountDeletion = {
  get: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/main/Account/deletion',
      summary: 'Returns whether and when the business will be deleted',
      ...service,
    })
    .output(wrapped(State)),

  request: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/main/Account/delete',
      summary: 'Schedules the deletion of the business in 30 days; account holder only',
      ...service,
    })
    .input(z.object({ businessName: z.string().max(200).describe('Typed again to confirm.') }))
    .output(wrapped(State))
    .errors(failsWith('AccountHolderOnly', 'ConfirmationWrong')),

  cancel: endpoint({ permission: 'anyone signed in' })
    .route({ method: 'POST', path: '/main/Account/keep', summary: 'Cancels the deletion', ...service })
    .input(z.object({}))
    .output(wrapped(State))
    .errors(failsWith('AccountHolderOnly')),

  getExport: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/main/AccountExport/get',
      summary: 'Returns the latest full export; owners with all locations only',
      ...service,
    })
    .output(wrapped(z.object({ export: AccountExport.nullable() })))
    .errors(failsWith('ExportOwnersOnly')),

  startExport: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/main/AccountExport/start',
      summary: 'Starts a full export into one ZIP file; owners with all locations only',
      ...service,
    })
    .input(z.object({}))
    .output(wrapped(z.object({ export: AccountExport })))
    .errors(failsWith('ExportOwnersOnly')),
}
