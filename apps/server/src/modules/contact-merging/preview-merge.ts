import { createHash } from 'node:crypto'
import type { ContactMergePreview } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ContactWithRows } from '../contact-rows/index.ts'
import { accessContact, getContactWithRows, phonesOf } from '../contacts/index.ts'
import { isThreadOf } from '../number-pairs/index.ts'
import { assertSeesAllOfNumbers } from '../visibility/index.ts'
import { assertWithinContactLimits, compareFields, emailsOf, mergeValues } from './merged-values.ts'

export interface MergePair {
  survivorID: string
  otherID: string
}

/** Shows what a merge would do. Both contacts must be visible with all their conversations, as for the merge. */
export async function previewMerge(
  tx: TenantTx,
  actor: Actor,
  { survivorID, otherID }: MergePair,
): Promise<ContactMergePreview> {
  const survivor = await accessContact(tx, actor, survivorID)
  const other = await accessContact(tx, actor, otherID)
  if (survivor.id === other.id) throw new AppError('MergeWithItself')
  await assertSeesAllOfNumbers(tx, actor, [...phonesOf(survivor), ...phonesOf(other)])
  const before = { survivor: await getContactWithRows(tx, survivor), other: await getContactWithRows(tx, other) }
  const values = mergeValues(before.survivor.values, before.other.values, {})
  assertWithinContactLimits([...before.survivor.rowIds, ...before.other.rowIds], values)
  return {
    survivor,
    other,
    fields: compareFields(before.survivor.values, before.other.values),
    phones: [...survivor.phones, ...other.phones],
    emails: emailsOf(values),
    tags: values.tags,
    labels: values.labels,
    custom: values.custom,
    counts: {
      survivor: await countUse(tx, phonesOf(survivor), before.survivor),
      other: await countUse(tx, phonesOf(other), before.other),
    },
    version: versionOf(before.survivor, before.other),
  }
}

/** Changes when one of the contacts does. */
export const versionOf = (survivor: ContactWithRows, other: ContactWithRows): string =>
  createHash('sha256')
    .update(JSON.stringify([survivor, other]))
    .digest('base64url')

async function countUse(
  tx: TenantTx,
  phones: readonly string[],
  { rowIds }: ContactWithRows,
): Promise<{ conversations: number; notes: number }> {
  const { rows } = await sql<{ conversations: number; notes: number }>`
    select
      (select count(*)::int from conversations c
       where c.tenant_id = ${tx.tenantId} and ${isThreadOf(tx, sql`${[...phones]}::text[]`)}) as conversations,
      (select count(*)::int from contact_notes n
       where n.tenant_id = ${tx.tenantId} and n.contact_id = any(${rowIds}::uuid[])) as notes`.execute(tx)
  return rows[0] ?? { conversations: 0, notes: 0 }
}
