import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { accessContact } from '../contacts/index.ts'

/** Stores that two contacts are not the same person, so that they are no longer suggested; or undoes that. */
export async function dismissDuplicate(
  tx: TenantTx,
  actor: Actor,
  { firstID, secondID, isDismissed }: { firstID: string; secondID: string; isDismissed: boolean },
): Promise<void> {
  const contacts = await Promise.all([firstID, secondID].map((id) => accessContact(tx, actor, id)))
  const [firstId, secondId] = [...new Set(contacts.map(({ id }) => id))].toSorted()
  if (firstId === undefined || secondId === undefined) throw new AppError('MergeWithItself')
  if (isDismissed) {
    await tx
      .insertInto('contactDuplicateDismissals')
      .values({ tenantId: tx.tenantId, firstId, secondId, dismissedBy: actor.userId, dismissedAt: tx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else {
    await tx
      .deleteFrom('contactDuplicateDismissals')
      .where('tenantId', '=', tx.tenantId)
      .where('firstId', '=', firstId)
      .where('secondId', '=', secondId)
      .execute()
  }
}
