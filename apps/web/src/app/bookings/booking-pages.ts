import { can, type Permission, type Viewer } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import type { FileRoutesByTo } from '../../routeTree.gen.ts'

/** Routes of the bookings area, without those that a page leads to. */
type BookingPath = Exclude<
  Extract<keyof FileRoutesByTo, '/bookings' | `/bookings/${string}`>,
  `/bookings/service/${string}` | '/bookings/calendar-connected'
>

interface BookingPage {
  to: BookingPath
  /** Paths below this one mark the page as current, as does its own. */
  under?: string
  label: MessageDescriptor
  /** In the command palette, where nothing else says which area the page is in. */
  paletteLabel?: MessageDescriptor
  /** Other search terms. */
  words: MessageDescriptor
  permission?: Permission
}

const LISTED = [
  { to: '/bookings', label: msg`Bookings`, words: msg`appointments visits today desk` },
  {
    to: '/bookings/calendar',
    label: msg`Calendar`,
    words: msg`bookings day week month schedule people rooms block time`,
  },
  { to: '/bookings/waitlist', label: msg`Waitlist`, words: msg`bookings waiting list free time canceled gap` },
  {
    to: '/bookings/availability',
    label: msg`Availability`,
    words: msg`bookings hours time off vacation block room equipment why not free calendar google sync outlook ics`,
  },
  {
    to: '/bookings/services',
    under: '/bookings/service/',
    label: msg`Services`,
    words: msg`bookings treatment appointment type price length`,
  },
  {
    to: '/bookings/settings',
    label: msg`Settings`,
    paletteLabel: msg`Booking settings`,
    words: msg`appointments reminders confirmation texts no-show`,
    permission: SCREEN_PERMISSIONS['/bookings/settings'],
  },
] as const satisfies readonly BookingPage[]

/**
 * All pages of the sub-navigation. A bookings route that is neither listed nor led to by another page does not compile.
 */
const BOOKING_PAGES: BookingPath extends (typeof LISTED)[number]['to'] ? readonly BookingPage[] : never = LISTED

/** Only pages that the role may see. */
export const bookingPagesFor = (me: Viewer) =>
  BOOKING_PAGES.filter(({ permission }) => !permission || can(me, permission))
