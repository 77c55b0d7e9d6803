import { z } from 'zod'
import { BULK_SIDS_MAX } from '../rules/folders.ts'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid } from './ids.ts'
import { words } from './words.ts'

const FOLDERS_MAX = 100

export const FolderKey = z.string().min(1).max(60)
export const FolderName = words().min(1).max(40)
export const Sids = z.array(ConversationSid).min(1).max(BULK_SIDS_MAX)

export const Folder = z.object({
  folderName: z.string(),
  folderKey: z.string().describe('Folders with the same key are shown as one across locations.'),
  order: z.int(),
  locationID: z.uuid(),
})
export type Folder = z.infer<typeof Folder>

const tags = ['conversations']
const managing = () => endpoint({ permission: 'admin_manage_settings' })
const Folders = wrapped(z.object({ folders: z.array(Folder) }))
const oneFolder = z.object({ locationID: z.uuid(), folderKey: FolderKey })

export const folders = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/Folder/get-list',
      tags,
      summary: 'Lists the folders of locations, in order',
    })
    .input(
      z.object({
        locationIDs: z.array(z.uuid()).max(500).optional().describe('Default: all locations the caller can see.'),
      }),
    )
    .output(Folders),

  add: managing()
    .route({
      method: 'POST',
      path: '/conversations/Folder/add',
      tags,
      summary: 'Adds a folder to one location or to all the caller can see, and returns the new folders',
    })
    .input(z.object({ folderName: FolderName, locationID: z.uuid().nullable().describe('Null: all of them.') }))
    .output(Folders)
    .errors(failsWith('LocationNotFound', 'FolderNameTaken', 'TooManyFolders')),

  edit: managing()
    .route({ method: 'POST', path: '/conversations/Folder/edit', tags, summary: 'Renames a folder' })
    .input(oneFolder.extend({ folderName: FolderName }))
    .output(Folders)
    .errors(failsWith('FolderNotFound', 'FolderNameTaken')),

  reorder: managing()
    .route({
      method: 'POST',
      path: '/conversations/Folder/reorder',
      tags,
      summary: 'Reorders the folders of a location; omitted folders follow in their current order',
    })
    .input(z.object({ locationID: z.uuid(), folderKeys: z.array(FolderKey).min(1).max(FOLDERS_MAX) }))
    .output(Folders)
    .errors(failsWith('LocationNotFound')),

  count: endpoint({ permission: 'admin_manage_settings', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/Folder/count',
      tags,
      summary: 'Counts all conversations in a folder',
    })
    .input(oneFolder)
    .output(wrapped(z.object({ open: z.int(), closed: z.int() })))
    .errors(failsWith('FolderNotFound')),

  delete: managing()
    .route({
      method: 'POST',
      path: '/conversations/Folder/delete',
      tags,
      summary: 'Deletes a folder; its conversations move to the default folder',
    })
    .input(oneFolder)
    .output(Folders)
    .errors(failsWith('FolderNotFound', 'FolderKept')),

  change: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/conversations/ConversationAttributes/change/folder',
      tags,
      summary: 'Moves a conversation into a folder of its location',
    })
    .input(z.object({ sid: ConversationSid, folderKey: FolderKey }))
    .output(wrapped(Conversation))
    .errors(failsWith('ConversationNotFound', 'FolderNotFound')),

  changeBulk: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/conversations/ConversationAttributes/change/folder/bulk',
      tags,
      summary: 'Moves conversations into a folder, all or none',
    })
    .input(z.object({ sids: Sids, folderKey: FolderKey }))
    .output(wrapped(z.object({ conversations: z.array(Conversation) })))
    .errors(failsWith('ConversationNotFound', 'FolderNotFound')),
}
