import { Readable } from 'node:stream'
import { type Booking, BookingCriteria } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { csvLine } from '../../platform/csv.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { createDownloadLink, readDownloadLink } from '../../platform/http/download-link.ts'
import { recordAudit } from '../audit/index.ts'
import { listLocations } from '../locations/index.ts'
import { assertNotOnTrial } from '../subscription/index.ts'
import type { BookingDeps } from './deps.ts'
import { listBookings } from './queries.ts'

const AUDIENCE = 'frontdesk-bookings'
const PATH = '/files/bookings'
const BATCH = 500

const Link = z.object({ criteria: BookingCriteria })

/** Creates a link to download bookings as a file, and records it. */
export async function exportBookings(
  deps: BookingDeps,
  tx: TenantTx,
  actor: Actor,
  criteria: BookingCriteria,
): Promise<string> {
  const at = tx.now()
  await assertNotOnTrial(tx, actor, 'export', at)
  await recordAudit(tx, { action: 'export.viewed', actor, subject: 'Bookings', data: {}, at })
  return createDownloadLink(deps, { path: PATH, audience: AUDIENCE, userId: actor.userId, data: { criteria } })
}

/** Serves the exported file, for the teammate who asked for it, if they still may. */
export function mountBookings(app: FastifyInstance, deps: BookingDeps): void {
  app.get<{ Querystring: { token?: string } }>(PATH, async (request, reply) => {
    const actor = await deps.authenticateFiles(request)
    const token = String(request.query.token)
    const link = await readDownloadLink(deps, { audience: AUDIENCE, userId: actor.userId, token, schema: Link })
    if (!link || !can(actor, 'contacts_export')) throw new AppError('FileNotFound')
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="bookings.csv"')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(lines(deps, actor, link.criteria)))
  })
}

const TITLES = [
  ...['Date', 'Time', 'Time zone', 'Minutes', 'Service', 'With', 'Location'],
  ...['Name', 'Phone', 'Status', 'Source', 'Note', 'Added (UTC)', 'Added by'],
]

/** Page by page, so that memory use does not depend on the length. Bookings of hidden contacts are left out. */
async function* lines({ inTenant }: BookingDeps, actor: Actor, criteria: BookingCriteria): AsyncGenerator<string> {
  const locations = await inTenant(actor, (tx) => listLocations(tx, actor))
  const names = new Map(locations.map(({ id, name }) => [id, name]))
  // The byte order mark makes spreadsheets read UTF-8.
  yield `\ufeff${csvLine(TITLES)}`
  const query = { ...criteria, orderBy: 'startsOnUtc', orderByDesc: false, pageNumber: 1, pageSize: BATCH } as const
  for (let cursor: string | undefined; ; ) {
    const { bookings, paging } = await inTenant(actor, (tx) => listBookings(tx, actor, { ...query, cursor }))
    for (const booking of bookings) if (!booking.isBusy) yield csvLine(cellsOf(booking, names))
    if (paging.nextCursor === null) return
    cursor = paging.nextCursor
  }
}

function cellsOf(booking: Booking, locations: ReadonlyMap<string, string>): (string | null)[] {
  const { localStartsOn, items, contact } = booking
  const minutes = (Date.parse(booking.endsOnUtc) - Date.parse(booking.startsOnUtc)) / 60_000
  const resources = new Set(items.flatMap((item) => item.resources.map(({ name }) => name)))
  return [
    localStartsOn.slice(0, 10),
    localStartsOn.slice(11),
    booking.timeZone,
    String(minutes),
    items.map(({ serviceName }) => serviceName).join(' + '),
    [...resources].join(', '),
    locations.get(booking.locationID) ?? '',
    contact?.name ?? '',
    contact?.phone ?? '',
    booking.status,
    booking.source,
    booking.note,
    booking.createdOnUtc,
    booking.createdBy,
  ]
}
