import { createHash } from 'node:crypto'
import type { BrowserError, BrowserErrorReport } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Directory, TenantTx } from '../../platform/database/database.ts'

/** Maximum number of distinct errors; the least recently seen are deleted first. */
const BROWSER_ERRORS_MAX = 200

/** Records a report, in one row for all errors with the same name, message and stack. */
export async function recordBrowserError(
  directory: Directory,
  report: BrowserErrorReport & { browser: string },
  at: string,
): Promise<void> {
  const { name, message, stack } = report
  const id = createHash('sha256').update(`${name}\n${message}\n${stack}`).digest('hex').slice(0, 32)
  const { page, appVersion, browser } = report
  const { isNew } = await directory
    .insertInto('directory.browserErrors')
    .values({ ...report, id, firstSeenAt: at, lastSeenAt: at })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        count: sql`browser_errors.count + 1`,
        lastSeenAt: at,
        page,
        appVersion,
        browser,
      }),
    )
    .returning(sql<boolean>`browser_errors.count = 1`.as('isNew'))
    .executeTakeFirstOrThrow()
  if (!isNew) return
  await directory
    .deleteFrom('directory.browserErrors')
    .where('id', 'in', (select) =>
      select
        .selectFrom('directory.browserErrors')
        .orderBy('lastSeenAt', 'desc')
        .orderBy('id')
        .offset(BROWSER_ERRORS_MAX)
        .select('id'),
    )
    .execute()
}

export const listBrowserErrors = (tx: TenantTx): Promise<BrowserError[]> =>
  tx
    .selectFrom('directory.browserErrors')
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .selectAll()
    .limit(BROWSER_ERRORS_MAX)
    .execute()

export async function clearBrowserErrors(tx: TenantTx): Promise<void> {
  await tx.deleteFrom('directory.browserErrors').execute()
}
