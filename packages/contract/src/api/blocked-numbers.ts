import { z } from 'zod'
import { endpoint, failsWith, wrapped, wrappedPage } from './endpoint.ts'

export const BlockedNumber = z.object({
  phoneNumber: z.string().describe('E.164'),
  contactName: z.string(),
  blockedBy: z.string(),
  blockedOnUtc: z.iso.datetime(),
})
export type BlockedNumber = z.infer<typeof BlockedNumber>

const service = { tags: ['conversations'] }
const managed = () => endpoint({ permission: 'admin_manage_settings' })
const oneNumber = z.object({ phoneNumber: z.string().trim().min(3).max(40) })

export const blockedNumbers = {
  getList: endpoint({ permission: 'admin_manage_settings', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/BlockedNumber/get-list',
      summary: 'Lists blocked numbers, newest first',
      ...service,
    })
    .input(
      z.object({
        pageNumber: z.int().min(1).max(10_000).default(1),
        pageSize: z.int().min(1).max(100).default(50),
        cursor: z.string().max(200).optional(),
        searchTerm: z.string().trim().max(120).optional().describe('Name, or digits of a number.'),
      }),
    )
    .output(wrappedPage(z.object({ blockedNumbers: z.array(BlockedNumber) })))
    .errors(failsWith('InvalidInput')),

  block: managed()
    .route({ method: 'POST', path: '/conversations/BlockedNumber/block', summary: 'Blocks a number', ...service })
    .input(oneNumber)
    .output(wrapped(BlockedNumber))
    .errors(failsWith('PhoneNumberInvalid', 'ContactRestricted')),

  unblock: managed()
    .route({ method: 'POST', path: '/conversations/BlockedNumber/unblock', summary: 'Unblocks a number', ...service })
    .input(oneNumber)
    .output(wrapped(z.null()))
    .errors(failsWith('PhoneNumberInvalid', 'ContactRestricted')),
}
