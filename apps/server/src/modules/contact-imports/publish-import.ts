import type { TenantTx } from '../../platform/database/database.ts'
import { ownRoom } from '../visibility/index.ts'
import { type ImportRow, toContactImport } from './rows.ts'

/** Sends the progress of an import to the screens of the teammate who started it, after the commit. */
export function publishImport(tx: TenantTx, row: ImportRow): void {
  const at = tx.now()
  tx.publish([ownRoom(row.userId)], {
    type: 'contact-import.changed',
    id: null,
    at,
    contactImport: toContactImport(row, at),
  })
}
