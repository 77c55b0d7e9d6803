import type { AppVersion } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import { asDevAdmin, type DevAdminDeps, noticesChanged } from './deps.ts'

/** Adds or updates an app version. */
export function saveVersion(
  deps: DevAdminDeps,
  actor: Actor,
  { version, isLive, isForced }: Omit<AppVersion, 'createdAt'>,
): Promise<AppVersion> {
  return asDevAdmin(
    deps,
    actor,
    async (tx, at) => {
      const saved = await tx
        .insertInto('directory.appVersions')
        .values({ version, isLive, isForced, createdAt: at })
        .onConflict((conflict) => conflict.column('version').doUpdateSet({ isLive, isForced }))
        .returningAll()
        .executeTakeFirstOrThrow()
      tx.afterCommit(() => deps.pushToAll(noticesChanged(at)))
      return saved
    },
    { action: 'version.changed', subject: version },
  )
}

export const deleteVersion = (deps: DevAdminDeps, actor: Actor, version: string): Promise<void> =>
  asDevAdmin(
    deps,
    actor,
    async (tx, at) => {
      await tx.deleteFrom('directory.appVersions').where('version', '=', version).execute()
      tx.afterCommit(() => deps.pushToAll(noticesChanged(at)))
    },
    { action: 'version.changed', subject: version },
  )
