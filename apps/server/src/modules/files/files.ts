import type { Media, StoredFile } from '@frontdesk/contract/api'
import { toSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { assertNotOnTrial } from '../subscription/index.ts'
import { deleteFilesSpecs } from './delete-files.job.ts'
import { readUpload } from './read-file.ts'

export type FileDeps = Needs<'inTenant' | 'storage' | 'now'>

export const fileUrl = (id: string): string => `/files/${toSid('ME', id)}`

const storageKey = (tenantId: string, id: string) => `${tenantId}/${id}`

/** Stores an upload, visible to its uploader only until it is attached to a message. */
export async function uploadFile({ inTenant, storage, now }: FileDeps, actor: Actor, file: File): Promise<StoredFile> {
  await inTenant(actor, (tx) => assertNotOnTrial(tx, actor, 'attachment', now()))
  const { contents, contentType, width, height } = await readUpload(new Uint8Array(await file.arrayBuffer()))
  const id = newId()
  const key = storageKey(actor.tenantId, id)
  // Store the contents before the row, so that a row always has its file.
  await storage.put(key, contents)
  const filename = cleanFilename(file.name)
  await inTenant(actor, (tx) =>
    tx
      .insertInto('files')
      .values({
        tenantId: tx.tenantId,
        id,
        filename,
        contentType,
        byteSize: contents.length,
        width,
        height,
        state: 'stored',
        storageKey: key,
        uploadedBy: actor.userId,
        createdAt: now(),
      })
      .execute(),
  ).catch(async (error) => {
    // No row knows the file, for example because the business has been deleted.
    await storage.delete(key)
    throw error
  })
  return { sid: toSid('ME', id), filename, contentType, byteSize: contents.length, width, height, url: fileUrl(id) }
}

/** Makes a filename safe for headers and file systems. */
const cleanFilename = (name: string): string =>
  name
    .replace(/[\p{Cc}"\\/]/gu, '_')
    .slice(0, 120)
    .trim() || 'file'

export interface FileRow {
  id: string
  filename: string
  contentType: string
  byteSize: number | null
  width: number | null
  height: number | null
  state: Media['state']
}

export const toMedia = (row: FileRow): Media => ({
  sid: toSid('ME', row.id),
  filename: row.filename,
  contentType: row.contentType,
  byteSize: row.byteSize,
  width: row.width,
  height: row.height,
  state: row.state,
  url: row.state === 'stored' ? fileUrl(row.id) : null,
})

/** Finds uploads of the actor that are not attached yet, in the order of `ids`. */
export async function findUnattached(tx: TenantTx, actor: Actor, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('files')
    .where('tenantId', '=', tx.tenantId)
    .where('id', 'in', ids)
    .where('uploadedBy', '=', actor.userId)
    .where('messageId', 'is', null)
    .where('scheduledMessageId', 'is', null)
    .where('state', '=', 'stored')
    .selectAll()
    .forUpdate()
    .execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

export async function attachFiles(tx: TenantTx, messageId: string, ids: string[]): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await tx
      .updateTable('files')
      .set({ messageId, position })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .execute()
  }
}

/** Reserves uploads for a scheduled message. */
export async function reserveFiles(tx: TenantTx, scheduledMessageId: string, ids: string[]): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await tx
      .updateTable('files')
      .set({ scheduledMessageId, position })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .execute()
  }
}

/** Finds the files reserved for a scheduled message, in order. */
export const findReserved = (tx: TenantTx, scheduledMessageId: string) =>
  tx
    .selectFrom('files')
    .where('tenantId', '=', tx.tenantId)
    .where('scheduledMessageId', '=', scheduledMessageId)
    .orderBy('position')
    .selectAll()
    .execute()

/** Makes the files of a cancelled scheduled message available to its author again. */
export async function releaseFiles(tx: TenantTx, scheduledMessageId: string): Promise<void> {
  await tx
    .updateTable('files')
    .set({ scheduledMessageId: null })
    .where('tenantId', '=', tx.tenantId)
    .where('scheduledMessageId', '=', scheduledMessageId)
    .execute()
}

/** Stores contents fetched from the carrier. */
export async function storeFetched(
  { inTenant, storage }: FileDeps,
  scope: { tenantId: string },
  id: string,
  contents: Uint8Array,
  read: { contentType: string; width: number | null; height: number | null },
) {
  const key = storageKey(scope.tenantId, id)
  await storage.put(key, contents)
  const file = await inTenant(scope, (tx) =>
    tx
      .updateTable('files')
      .set({ ...read, byteSize: contents.length, state: 'stored', storageKey: key })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst(),
  )
  // Its message, conversation or business was deleted during the download.
  if (!file) await storage.delete(key)
}

/** Deletes the file rows of a message, and enqueues the deletion of their contents. */
export async function deleteFilesOf(tx: TenantTx, messageId: string): Promise<void> {
  const deleted = await tx
    .deleteFrom('files')
    .where('tenantId', '=', tx.tenantId)
    .where('messageId', '=', messageId)
    .returning('storageKey')
    .execute()
  const keys = deleted.flatMap(({ storageKey }) => storageKey ?? [])
  if (keys.length > 0) await enqueue(tx, ...deleteFilesSpecs(tx.tenantId, keys))
}
