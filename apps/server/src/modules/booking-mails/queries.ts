import type { BookingMail } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findVisibleBookings } from '../bookings/index.ts'

/** The mails about a booking whose contact the viewer may see. */
export async function listMails(tx: TenantTx, viewer: Viewer, bookingId: string): Promise<BookingMail[]> {
  if (!(await findVisibleBookings(tx, viewer, [bookingId])).has(bookingId)) throw new AppError('BookingNotFound')
  const rows = await tx
    .selectFrom('bookingMails')
    .where('tenantId', '=', tx.tenantId)
    .where('bookingId', '=', bookingId)
    .orderBy('createdAt')
    .orderBy('cause')
    .select(['kind', 'reason', 'recipient', 'createdAt', 'failedAt'])
    .execute()
  return rows.map(({ createdAt, failedAt, ...mail }) => ({
    ...mail,
    createdOnUtc: createdAt,
    hasFailed: failedAt !== null,
  }))
}
