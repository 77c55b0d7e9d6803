import type { Booking } from '@frontdesk/contract/api'
import { type BookingStatus, formatPhone, toSid } from '@frontdesk/contract/rules'
import type { Row } from '../../platform/database/row.ts'

export type BookingRow = Row<'bookings'>
export type ItemRow = Row<'bookingItems'>

/** A booking as a viewer gets it. */
export interface ViewedRow extends BookingRow {
  /** Whether the viewer may see its contact, or serves them. */
  isVisible: boolean
  contactName: string | null
  contactPhone: string | null
  /** Null if the contact was deleted. */
  mainContactId: string | null
  conversationId: string | null
  createdBy: string | null
}

export type ResourceNames = ReadonlyMap<string, Booking['items'][number]['resources'][number]>

/** Status of a masked booking, which says only that the time is taken. */
const BUSY_STATUS: BookingStatus = 'booked'

export function toBooking(row: ViewedRow, items: readonly ItemRow[], resources: ResourceNames): Booking {
  const { isVisible } = row
  const common = {
    id: row.id,
    isBusy: !isVisible,
    locationID: row.locationId,
    timeZone: row.timeZone,
    startsOnUtc: row.startsAt,
    endsOnUtc: row.endsAt,
    localStartsOn: row.localStartsAt.slice(0, 16),
    items: items.map((item) => ({
      serviceID: isVisible ? item.serviceId : null,
      serviceName: isVisible ? item.serviceName : '',
      color: isVisible ? item.color : '#868e96',
      startsOnUtc: item.startsAt,
      endsOnUtc: item.endsAt,
      priceAmount: isVisible && item.priceAmount !== null ? Number(item.priceAmount) : null,
      currency: item.currency,
      resources: item.resourceIds.flatMap((id) => resources.get(id) ?? []),
    })),
    source: row.source,
    version: row.version,
  }
  if (!isVisible)
    return {
      ...common,
      status: BUSY_STATUS,
      source: 'teammate',
      contact: null,
      note: '',
      answers: [],
      onTheWayOnUtc: null,
      lateMinutes: null,
      arrivedOnUtc: null,
      heldUntilUtc: null,
      seriesID: null,
      endedOnUtc: null,
      endReason: '',
      overrides: [],
      createdOnUtc: row.startsAt,
      createdBy: null,
      version: 1,
    }
  return {
    ...common,
    status: row.status,
    contact: row.mainContactId === null ? null : toContactOf(row, row.mainContactId),
    note: row.note,
    answers: row.answers,
    onTheWayOnUtc: row.onTheWayAt,
    lateMinutes: row.lateMinutes,
    arrivedOnUtc: row.arrivedAt,
    heldUntilUtc: row.heldUntil,
    seriesID: row.seriesId,
    endedOnUtc: row.endedAt,
    endReason: row.endReason,
    overrides: row.overrides,
    createdOnUtc: row.createdAt,
    createdBy: row.createdBy,
  }
}

const toContactOf = ({ contactName, contactPhone, conversationId }: ViewedRow, id: string): Booking['contact'] => ({
  id,
  name: contactName || formatPhone(contactPhone ?? ''),
  phone: contactPhone ?? '',
  conversationSid: conversationId && toSid('CH', conversationId),
})
