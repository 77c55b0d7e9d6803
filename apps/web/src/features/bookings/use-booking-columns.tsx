import type { Booking } from '@frontdesk/contract/api'
import type { BookingOrder } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { resourcesText, SOURCE_TEXTS, STATUS_TEXTS, servicesText } from '../../entities/booking/booking-texts.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { clock, fullDate } from '../../lib/time.ts'
import type { Column } from '../../ui/table/column-layout.ts'
import { ColorDot } from '../../ui/text/ColorDot.tsx'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import classes from './Bookings.module.css'
import { DeskActions } from './DeskActions.tsx'

export function useBookingColumns(): (Column<Booking> & { sortKey?: BookingOrder })[] {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  const hidden = { isHiddenOnPhone: true, isHiddenAtFirst: true }
  return [
    {
      key: 'time',
      title: t`Time`,
      width: 190,
      isFixed: true,
      sortKey: 'startsOnUtc',
      cell: ({ startsOnUtc, timeZone }) => `${fullDate(startsOnUtc, timeZone)}, ${clock(startsOnUtc, timeZone)}`,
    },
    {
      key: 'contact',
      title: t`Contact`,
      width: 160,
      grows: true,
      cell: ({ contact, isBusy }) => (isBusy ? t`Busy` : (contact?.name ?? t`Unknown`)),
    },
    {
      key: 'phone',
      title: t`Phone number`,
      width: 150,
      ...hidden,
      cell: ({ contact }) => contact && phoneText(contact.phone),
    },
    {
      key: 'service',
      title: t`Service`,
      width: 170,
      cell: (booking) =>
        !booking.isBusy && (
          <span className={classes.dot}>
            <ColorDot color={booking.items[0]?.color ?? ''} />
            {servicesText(booking)}
          </span>
        ),
    },
    { key: 'with', title: t`With`, width: 150, cell: resourcesText },
    ...(locations.length > 1
      ? [
          {
            key: 'location',
            title: t`Location`,
            width: 140,
            cell: ({ locationID }: Booking) => locations.find(({ id }) => id === locationID)?.name ?? '',
          },
        ]
      : []),
    {
      key: 'status',
      title: t`Status`,
      width: 110,
      cell: ({ status, isBusy }) => !isBusy && i18n._(STATUS_TEXTS[status]),
    },
    {
      key: 'source',
      title: t`Source`,
      width: 130,
      ...hidden,
      cell: ({ source, createdBy, isBusy }) => !isBusy && (createdBy ?? i18n._(SOURCE_TEXTS[source])),
    },
    {
      key: 'added',
      title: t`Added`,
      width: 110,
      sortKey: 'createdOnUtc',
      isHiddenOnPhone: true,
      cell: ({ createdOnUtc, isBusy }) => !isBusy && <ShortTime at={createdOnUtc} />,
    },
    {
      key: 'actions',
      title: t`Actions`,
      width: 150,
      isFixed: true,
      hasHiddenTitle: true,
      cell: (booking) => !booking.isBusy && <DeskActions booking={booking} />,
    },
  ]
}
