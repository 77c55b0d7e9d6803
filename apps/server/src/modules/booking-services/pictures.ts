import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'
import type { Needs } from '../../platform/module.ts'
import { putWithRow } from '../../platform/storage.ts'
import { deleteContents, makePicture, unusedSince } from '../files/index.ts'

export type PictureDeps = Needs<'inTenant' | 'storage'>

/** Size of a card on the booking page at a device pixel ratio of 2. */
const SIZE = { width: 1200, height: 675 }
const URL_PREFIX = '/files/services/'

export const pictureUrl = (id: string): string => URL_PREFIX + id.replaceAll('-', '')
export const pictureId = (url: string): string =>
  url.slice(URL_PREFIX.length).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Stores a picture; it is displayed once a service that is saved has it. */
export async function uploadPicture(
  { storage, inTenant }: PictureDeps,
  actor: Actor,
  file: File,
): Promise<{ pictureURL: string }> {
  const contents = await makePicture(new Uint8Array(await file.arrayBuffer()), SIZE)
  const id = newId()
  const storageKey = `${actor.tenantId}/services/${id}`
  await putWithRow(storage, storageKey, contents, () =>
    inTenant(actor, (tx) =>
      tx.insertInto('servicePictures').values({ tenantId: tx.tenantId, id, storageKey, createdAt: tx.now() }).execute(),
    ),
  )
  return { pictureURL: pictureUrl(id) }
}

export async function accessPicture(tx: TenantTx, id: string): Promise<{ storageKey: string }> {
  const picture = await tx
    .selectFrom('servicePictures')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('storageKey')
    .executeTakeFirst()
  if (!picture) throw new AppError('FileNotFound')
  return picture
}

/** Deletes a picture that a service no longer has, unless another one has it. */
export async function deleteUnusedPicture(tx: TenantTx, id: string): Promise<void> {
  const unused = await selectUnused(tx).where('p.id', '=', id).execute()
  await deletePictures(tx, unused)
}

/** Deletes pictures that were uploaded for a service but never saved with one. */
export const clearUnusedPictures = defineCleanup(async (tx, now, limit) => {
  const unused = await selectUnused(tx).where('p.createdAt', '<', unusedSince(now)).limit(limit).execute()
  await deletePictures(tx, unused)
  return unused.length
})

/** Selects and locks pictures that no service has. Skips locked ones: they are being saved with a service. */
const selectUnused = (tx: TenantTx) =>
  tx
    .selectFrom('servicePictures as p')
    .where('p.tenantId', '=', tx.tenantId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bookingServices as s')
            .where('s.tenantId', '=', tx.tenantId)
            .whereRef('s.pictureId', '=', 'p.id')
            .select('s.id'),
        ),
      ),
    )
    .select(['p.id', 'p.storageKey'])
    .forUpdate('p')
    .skipLocked()

async function deletePictures(tx: TenantTx, pictures: readonly { id: string; storageKey: string }[]): Promise<void> {
  if (pictures.length === 0) return
  await tx
    .deleteFrom('servicePictures')
    .where('tenantId', '=', tx.tenantId)
    .where(
      'id',
      'in',
      pictures.map(({ id }) => id),
    )
    .execute()
  await deleteContents(tx, pictures)
}
