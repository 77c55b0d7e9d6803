import type { PhoneNumber } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { findLocation } from '../locations/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { toPhoneNumber } from './add-phone-number.ts'

interface Change {
  id: string
  friendlyName?: string | undefined
  locationId?: string | undefined
}

/** Renames a number or moves it. The actor must have both locations; existing conversations stay where they are. */
export async function updatePhoneNumber(
  tx: TenantTx,
  actor: Actor,
  { id, friendlyName, locationId }: Change,
): Promise<PhoneNumber> {
  const existing = await tx
    .selectFrom('phoneNumbers')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!existing || !(await findLocation(tx, actor, existing.locationId))) throw new AppError('PhoneNumberNotFound')
  const location = locationId ? await findLocation(tx, actor, locationId) : undefined
  if (locationId && !location) throw new AppError('LocationNotFound')
  const isMoved = location !== undefined && location.id !== existing.locationId
  const isRenamed = friendlyName !== undefined && friendlyName !== existing.friendlyName
  if (!isMoved && !isRenamed) return toPhoneNumber(existing)

  const at = tx.now()
  const row = await tx
    .updateTable('phoneNumbers')
    .set({ ...(isRenamed && { friendlyName }), ...(isMoved && { locationId: location.id }) })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', existing.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordAudit(tx, {
    action: 'number.changed',
    actor,
    subject: row.phoneNumber,
    data: { ...(isRenamed && { name: friendlyName }), ...(isMoved && { location: location.name }) },
    at,
  })
  await recordSettingChanged(tx, { subject: 'phone-numbers', actorUserId: actor.userId, at })
  return toPhoneNumber(row)
}
