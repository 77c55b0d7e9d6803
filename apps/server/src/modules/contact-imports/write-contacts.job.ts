import { sql } from 'kysely'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { findPerson } from '../accounts/index.ts'
import type { ImportDeps } from './deps.ts'
import { publishImport } from './publish-import.ts'
import { recordStatedConsent, voidStatedConsent } from './record-consent.ts'
import { type ImportRow, lockImport, updateImport } from './rows.ts'
import { mayImport, UNDO_IMPORT, WRITE_CONTACTS } from './start-import.ts'
import { findNextRange, undoContacts, writeContacts } from './write-contacts.ts'

/**
 * Writes the contacts of an import in batches. Each batch and its checkpoint share a transaction, so a run that is
 * killed continues after the last committed batch, and no contact is written twice.
 */
export const runImport = defineJob({
  name: WRITE_CONTACTS,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid(), id: z.uuid() }),
  run: async (deps: ImportDeps, { tenantId, id }) => {
    while (await deps.inTenant({ tenantId }, (tx) => writeBatch(deps, tx, id)));
  },
})

/** Returns whether there may be more to do. */
async function writeBatch(deps: ImportDeps, tx: TenantTx, id: string): Promise<boolean> {
  const row = await lockImport(tx, id)
  if (row?.state !== 'importing' || row.locationId === null) return false
  // Use their current rights: rights revoked since the start no longer count.
  const person = await findPerson(tx, row.userId)
  if (!person || !mayImport(person, row.locationId)) return end(tx, row, 'stopped')
  const range = await findNextRange(tx, row)
  if (!range) {
    await sql`select directory.analyze_contacts()`.execute(tx)
    return end(tx, row, 'done')
  }
  const { created, updated } = await writeContacts(deps, tx, row, person, row.locationId, range)
  const consent = await recordStatedConsent(tx, row, person, range)
  publishImport(
    tx,
    await updateImport(tx, row, {
      checkpoint: range.upTo,
      writtenUpTo: range.upTo,
      processed: row.processed + range.rows,
      created: row.created + created,
      updated: row.updated + updated,
      consented: row.consented + consent.recorded,
      consentOptedOut: row.consentOptedOut + consent.optedOut,
    }),
  )
  return true
}

/** Undoes an import in batches, with the rights of the teammate who requested it. */
export const runUndo = defineJob({
  name: UNDO_IMPORT,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid(), id: z.uuid(), undoneBy: z.uuid() }),
  run: async (deps: ImportDeps, { tenantId, id, undoneBy }) => {
    while (await deps.inTenant({ tenantId }, (tx) => undoBatch(deps, tx, id, undoneBy)));
  },
})

async function undoBatch(deps: ImportDeps, tx: TenantTx, id: string, undoneBy: string): Promise<boolean> {
  const row = await lockImport(tx, id)
  if (row?.state !== 'undoing') return false
  const person = await findPerson(tx, undoneBy)
  const range = person && mayImport(person, row.locationId) ? await findNextRange(tx, row) : undefined
  if (!person || !range) return end(tx, row, 'undone')
  const undone = await undoContacts(deps, tx, row, person, range)
  await voidStatedConsent(tx, row, person, range)
  publishImport(
    tx,
    await updateImport(tx, row, {
      checkpoint: range.upTo,
      processed: row.processed + range.rows,
      undone: row.undone + undone,
    }),
  )
  return true
}

async function end(tx: TenantTx, row: ImportRow, state: 'done' | 'stopped' | 'undone'): Promise<false> {
  publishImport(tx, await updateImport(tx, row, { state, finishedAt: tx.now() }))
  return false
}
