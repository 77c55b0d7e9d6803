import type { Profile } from '@frontdesk/contract/api'
import { splitName } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'
import type { Needs } from '../../platform/module.ts'
import { putWithRow } from '../../platform/storage.ts'
import { deleteContents, makePicture, unusedSince } from '../files/index.ts'
import { TEAM_ROOM } from '../visibility/index.ts'
import { userChanged } from './events.ts'

export type ProfileDeps = Needs<'inTenant' | 'storage' | 'forgetSession'>

const SIZE = { width: 256, height: 256 }
const pictureKey = (tenantId: string, id: string) => `${tenantId}/avatars/${id}`
const URL_PREFIX = '/files/avatars/'
const pictureUrl = (id: string) => URL_PREFIX + id.replaceAll('-', '')
const pictureId = (url: string) =>
  url.slice(URL_PREFIX.length).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Finds a picture by its URL, whose format is private to this file. */
export const findPicture = (tx: TenantTx, url: string) =>
  tx
    .selectFrom('avatars')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', pictureId(url))
    .select(['storageKey', 'userId'])
    .executeTakeFirst()

/** Deletes pictures that are not the current one of their user. */
export const clearUnusedPictures = defineCleanup(async (tx, now, limit) => {
  const deleted = await tx
    .deleteFrom('avatars')
    .where('tenantId', '=', tx.tenantId)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('avatars as a')
        .innerJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'a.userId'))
        .where('a.tenantId', '=', tx.tenantId)
        .where('a.createdAt', '<', unusedSince(now))
        .where(sql<boolean>`u.profile_url is distinct from ${URL_PREFIX} || replace(a.id::text, '-', '')`)
        .limit(limit)
        .select('a.id'),
    )
    .returning('storageKey')
    .execute()
  await deleteContents(tx, deleted)
  return deleted.length
})

export async function findProfile(tx: TenantTx, actor: Actor): Promise<Profile> {
  const row = await tx
    .selectFrom('users')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', actor.userId)
    .select(['id', 'displayName', 'firstName', 'lastName', 'email', 'profileUrl'])
    .executeTakeFirst()
  if (!row) throw new AppError('NotSignedIn')
  const { id: userID, ...rest } = row
  return { userID, ...rest }
}

export const updateName = (deps: ProfileDeps, tx: TenantTx, actor: Actor, name: string): Promise<Profile> =>
  updateUser(deps, tx, actor, { ...splitName(name), displayName: name.split(/\s+/).filter(Boolean).join(' ') })

export const updatePicture = (deps: ProfileDeps, tx: TenantTx, actor: Actor, url: string | null): Promise<Profile> =>
  updateUser(deps, tx, actor, { profileUrl: url })

/** Stores a picture; it is displayed once `updatePicture` selects it. */
export async function uploadPicture({ storage, inTenant }: ProfileDeps, actor: Actor, file: File) {
  const contents = await makePicture(new Uint8Array(await file.arrayBuffer()), SIZE)
  const id = newId()
  const storageKey = pictureKey(actor.tenantId, id)
  await putWithRow(storage, storageKey, contents, () =>
    inTenant(actor, (tx) =>
      tx
        .insertInto('avatars')
        .values({ tenantId: tx.tenantId, id, userId: actor.userId, storageKey, createdAt: tx.now() })
        .execute(),
    ),
  )
  return { profilePictureUrl: pictureUrl(id) }
}

type Changes = { displayName: string; firstName: string; lastName: string } | { profileUrl: string | null }

async function updateUser(deps: ProfileDeps, tx: TenantTx, actor: Actor, changes: Changes): Promise<Profile> {
  if ('profileUrl' in changes && changes.profileUrl !== null) {
    const picture = await findPicture(tx, changes.profileUrl)
    if (picture?.userId !== actor.userId) throw new AppError('FileNotFound')
  }
  await tx
    .updateTable('users')
    .set(changes)
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', actor.userId)
    .execute()
  const profile = await findProfile(tx, actor)
  const at = tx.now()
  const id = await userChanged.record(tx, { at, actorUserId: actor.userId })
  const { userID, displayName, profileUrl } = profile
  tx.afterCommit(() => deps.forgetSession(actor.sessionId))
  tx.publish([TEAM_ROOM], { type: 'user.changed', id, at, user: { userID, displayName, profileUrl } })
  return profile
}
