import { AfterHours, type BusinessHours, type OpenSpan } from '@frontdesk/contract/api'
import { DEFAULT_AFTER_HOURS_MESSAGE, WEEKDAYS } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { listLocations } from '../locations/index.ts'

export type HoursValue = Pick<BusinessHours, 'week' | 'exceptions' | 'afterHours'>

const usual: OpenSpan[] = [{ opens: '09:00', closes: '17:00' }]

/** What the screen offers to begin with; until it is saved it closes nothing. */
const USUAL_HOURS: HoursValue = {
  week: { monday: usual, tuesday: usual, wednesday: usual, thursday: usual, friday: usual, saturday: [], sunday: [] },
  exceptions: [],
  afterHours: { isEnabled: false, message: DEFAULT_AFTER_HOURS_MESSAGE },
}

interface Row {
  value: unknown
  version: number
}

export const toBusinessHours = (location: { id: string; timeZone: string }, row: Row | undefined): BusinessHours => {
  const { week, exceptions, afterHours } = row ? (row.value as HoursValue) : USUAL_HOURS
  return {
    locationID: location.id,
    timeZone: location.timeZone,
    isSet: row !== undefined,
    week: Object.fromEntries(WEEKDAYS.map((day) => [day, week[day] ?? []])) as BusinessHours['week'],
    exceptions,
    afterHours: AfterHours.parse(afterHours),
    version: row?.version ?? 0,
  }
}

/** The hours of the locations the actor may see. */
export async function listBusinessHours(tx: TenantTx, actor: Actor): Promise<BusinessHours[]> {
  const [locations, rows] = await Promise.all([
    listLocations(tx, actor),
    tx
      .selectFrom('businessHours')
      .where('tenantId', '=', tx.tenantId)
      .select(['locationId', 'value', 'version'])
      .limit(1000)
      .execute(),
  ])
  const byLocation = new Map(rows.map((row) => [row.locationId, row]))
  return locations.map((location) => toBusinessHours(location, byLocation.get(location.id)))
}

export const findHoursRow = (tx: TenantTx, locationId: string) =>
  tx
    .selectFrom('businessHours')
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', locationId)
    .select(['value', 'version'])
    .executeTakeFirst()

/** The hours somebody set for a location; undefined where nobody did. */
export async function findBusinessHours(
  tx: TenantTx,
  location: { id: string; timeZone: string },
): Promise<BusinessHours | undefined> {
  const row = await findHoursRow(tx, location.id)
  return row && toBusinessHours(location, row)
}
