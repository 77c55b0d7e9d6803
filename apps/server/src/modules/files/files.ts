import type { Media, StoredFile } from '@frontdesk/contract/api'
import { toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Needs } from '../../platform/module.ts'
import { putWithRow } from '../../platform/storage.ts'
import { assertNotOnTrial } from '../subscription/index.ts'
import { deleteContents } from './delete-files.job.ts'
import { readUpload } from './read-file.ts'

export type FileDeps = Needs<'inTenant' | 'storage' | 'now'>

const fileUrl = (id: string): string => `/files/${toSid('ME', id)}`

const storageKey = (tenantId: string, id: string) => `${tenantId}/${id}`

/** Stores an upload, visible to its uploader only until it is attached to a message. */
export async function uploadFile({ inTenant, storage, now }: FileDeps, actor: Actor, file: File): Promise<StoredFile> {
  await inTenant(actor, (tx) => assertNotOnTrial(tx, actor, 'attachment', now()))
  const { contents, contentType, width, height } = await readUpload(new Uint8Array(await file.arrayBuffer()))
  const id = newId()
  const key = storageKey(actor.tenantId, id)
  const filename = cleanFilename(file.name)
  await putWithRow(storage, key, contents, () =>
    inTenant(actor, (tx) =>
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
    ),
  )
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

export const toStoredFile = ({ id, filename, contentType, byteSize, width, height }: FileRow): StoredFile => ({
  sid: toSid('ME', id),
  filename,
  contentType,
  byteSize: byteSize ?? 0,
  width,
  height,
  url: fileUrl(id),
})

/** Selects unattached files `f`, without those that share their contents with a message. */
export const selectUnattached = (tx: TenantTx) =>
  tx
    .selectFrom('files as f')
    .where('f.tenantId', '=', tx.tenantId)
    .where('f.messageId', 'is', null)
    .where('f.scheduledMessageId', 'is', null)
    .where('f.groupMessageId', 'is', null)
    .where('f.campaignId', 'is', null)
    .where('f.documentId', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('files as copy')
            .where('copy.tenantId', '=', tx.tenantId)
            .whereRef('copy.contentsOf', '=', 'f.id')
            .select('copy.id'),
        ),
      ),
    )

/** Finds uploads of the actor that are not attached yet, in the order of `ids`. */
export async function findUnattached(tx: TenantTx, actor: Pick<Actor, 'userId'>, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await selectUnattached(tx)
    .where('f.id', 'in', ids)
    .where('f.uploadedBy', '=', actor.userId)
    .where('f.state', '=', 'stored')
    .selectAll('f')
    .forUpdate('f')
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

/** Attaches uploads to a payment document; those attached to its parent document stay there. */
export async function attachToDocument(tx: TenantTx, documentId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('files')
    .set({ documentId })
    .where('tenantId', '=', tx.tenantId)
    .where('id', 'in', [...ids])
    .where('documentId', 'is', null)
    .execute()
}

/** Finds files in the order of their ids. */
export async function findFiles(tx: TenantTx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('files')
    .where('tenantId', '=', tx.tenantId)
    .where('id', 'in', [...ids])
    .selectAll()
    .execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
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
    .set({ scheduledMessageId: null, releasedAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('scheduledMessageId', '=', scheduledMessageId)
    .execute()
}

/** Reserves uploads for a group message. */
export async function reserveForGroupMessage(
  tx: TenantTx,
  groupMessageId: string,
  ids: readonly string[],
): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await tx
      .updateTable('files')
      .set({ groupMessageId, position })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .execute()
  }
}

/** Finds the files of group messages, in order. */
export const findFilesOfGroupMessage = (tx: TenantTx, groupMessageIds: readonly string[]) =>
  tx
    .selectFrom('files')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`group_message_id = any(${[...groupMessageIds]}::uuid[])`)
    .orderBy('position')
    .selectAll()
    .execute()

/** Finds the files of campaigns, in order. */
export const findFilesOfCampaigns = (tx: TenantTx, campaignIds: readonly string[]) =>
  tx
    .selectFrom('files')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`campaign_id = any(${[...campaignIds]}::uuid[])`)
    .orderBy('position')
    .selectAll()
    .execute()

/** Makes these the files of a campaign, in their order. */
export async function setFilesOfCampaign(tx: TenantTx, campaignId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update files f set campaign_id = w.campaign_id, position = w.position,
      released_at = case when w.campaign_id is null then ${tx.now()}::timestamptz else f.released_at end
    from (
      select f.id, case when n.position is not null then ${campaignId}::uuid end as campaign_id, coalesce(n.position, 1) - 1 as position
      from files f left join unnest(${[...ids]}::uuid[]) with ordinality as n (id, position) on n.id = f.id
      where f.tenant_id = ${tx.tenantId} and (f.campaign_id = ${campaignId} or f.id = any(${[...ids]}::uuid[]))
    ) w
    where f.tenant_id = ${tx.tenantId} and f.id = w.id`.execute(tx)
}

/** Attaches the files of a campaign to its group message too; the recipients share their contents. */
export async function sendFilesOfCampaign(tx: TenantTx, campaignId: string): Promise<void> {
  await tx
    .updateTable('files')
    .set({ groupMessageId: campaignId })
    .where('tenantId', '=', tx.tenantId)
    .where('campaignId', '=', campaignId)
    .execute()
}

/** Makes the files of a group message that was undone available to its author again. */
export async function releaseFromGroupMessage(tx: TenantTx, groupMessageId: string): Promise<void> {
  await tx
    .updateTable('files')
    .set({ groupMessageId: null, releasedAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('groupMessageId', '=', groupMessageId)
    .execute()
}

/** Attaches files to one more message. Their contents are stored once, with the file that is copied. */
export async function shareFiles<File extends FileRow>(
  tx: TenantTx,
  messageId: string,
  files: readonly File[],
): Promise<File[]> {
  const copies = files.map((file) => ({ ...file, id: newId(), contentsOf: file.id }))
  if (copies.length > 0)
    await tx
      .insertInto('files')
      .values(
        copies.map(({ id, contentsOf, filename, contentType, byteSize, width, height, state }, position) => ({
          tenantId: tx.tenantId,
          id,
          contentsOf,
          messageId,
          position,
          filename,
          contentType,
          byteSize,
          width,
          height,
          state,
          createdAt: tx.now(),
        })),
      )
      .execute()
  return copies
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

/** Deletes the file rows of a message or a payment document, and enqueues the deletion of their contents. */
export async function deleteFilesOf(tx: TenantTx, of: { messageId: string } | { documentId: string }): Promise<void> {
  const deleted = await tx
    .deleteFrom('files')
    .where('tenantId', '=', tx.tenantId)
    .where((where) => where.and(of))
    .returning('storageKey')
    .execute()
  await deleteContents(tx, deleted)
}
