import { z } from 'zod'
import { endpoint, failsWith, wrapped } from './endpoint.ts'

export const AccountDeletion = z.object({
  requestedByName: z.string(),
  requestedAt: z.iso.datetime(),
  deleteAfter: z.iso.datetime().describe('Until then it can be taken back.'),
})
export type AccountDeletion = z.infer<typeof AccountDeletion>

export const AccountExport = z.object({
  id: z.uuid(),
  state: z.enum(['queued', 'ready', 'failed']),
  byteSize: z.int().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  url: z.string().nullable().describe('For the account holder’s own browser, once it is ready.'),
})
export type AccountExport = z.infer<typeof AccountExport>

const service = { tags: ['main'] }
const State = z.object({ deletion: AccountDeletion.nullable() })

export const accountDeletion = {
  get: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/main/Account/deletion',
      summary: 'Whether the business is to be deleted, and when',
      ...service,
    })
    .output(wrapped(State)),

  request: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/main/Account/delete',
      summary: 'Deletes the business with all it has, after thirty days of grace; for the account holder',
      ...service,
    })
    .input(z.object({ businessName: z.string().max(200).describe('Typed once more, so that it is no slip.') }))
    .output(wrapped(State))
    .errors(failsWith('AccountHolderOnly', 'ConfirmationWrong')),

  cancel: endpoint({ permission: 'anyone signed in' })
    .route({ method: 'POST', path: '/main/Account/keep', summary: 'Takes the deletion back', ...service })
    .input(z.object({}))
    .output(wrapped(State))
    .errors(failsWith('AccountHolderOnly')),

  getExport: endpoint({ permission: 'anyone signed in' })
    .route({ method: 'GET', path: '/main/AccountExport/get', summary: 'The newest export of everything', ...service })
    .output(wrapped(z.object({ export: AccountExport.nullable() })))
    .errors(failsWith('AccountHolderOnly')),

  startExport: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/main/AccountExport/start',
      summary: 'Begins to write everything the business has into one ZIP file',
      ...service,
    })
    .input(z.object({}))
    .output(wrapped(z.object({ export: AccountExport })))
    .errors(failsWith('AccountHolderOnly')),
}
