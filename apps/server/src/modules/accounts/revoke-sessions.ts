import type { Directory } from '../../platform/database/database.ts'

/** Ends the sessions of a login in every business and returns their ids; the caller closes their live connections. */
export async function revokeSessionsOfLogin(
  db: Directory,
  loginId: string,
  now: string,
  exceptSessionId?: string,
): Promise<string[]> {
  const ended = await db
    .updateTable('directory.sessions')
    .set({ revokedAt: now })
    .where('loginId', '=', loginId)
    .where('revokedAt', 'is', null)
    .$if(exceptSessionId !== undefined, (query) => query.where('id', '<>', exceptSessionId ?? ''))
    .returning('id')
    .execute()
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('directory.refreshTokens').where('sessionId', 'in', ids).execute()
  return ids
}
