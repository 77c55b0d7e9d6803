import type { ClosedBy } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { BookingLink } from '../../entities/booking/BookingLink.tsx'
import { useMissingPermissionText } from '../../entities/teammate/ForbiddenState.tsx'
import { useMe } from '../../lib/session/use-me.ts'
import classes from './Availability.module.css'

/** Where a rule that closes a time is changed, or who can change it. */
export function ReasonLink({ reason: { rule, resourceID, serviceID, bookingID } }: { reason: ClosedBy }) {
  const mayManage = can(useMe(), 'admin_manage_settings')
  switch (rule) {
    case 'past':
      return (
        <span className={classes.soft}>
          <Trans>Choose a later time.</Trans>
        </span>
      )
    case 'business-hours':
    case 'holiday':
      return mayManage ? (
        <Link to="/settings/business-hours" className={classes.link}>
          <Trans>Business hours</Trans>
        </Link>
      ) : (
        <MissingPermission />
      )
    case 'hours':
    case 'time-off':
    case 'block':
    case 'calendar':
      return (
        resourceID && (
          <Link to="/bookings/availability" search={{ resource: resourceID }} className={classes.link}>
            <Trans>Hours</Trans>
          </Link>
        )
      )
    case 'booking':
      return bookingID ? (
        <BookingLink id={bookingID}>
          <Trans>Booking</Trans>
        </BookingLink>
      ) : (
        resourceID && (
          <Link to="/bookings/availability" search={{ resource: resourceID }} className={classes.link}>
            <Trans>Hours</Trans>
          </Link>
        )
      )
    case 'notice':
    case 'horizon':
    case 'buffer':
    case 'day-limit':
    case 'person-limit':
    case 'no-resource':
    case 'archived':
      return (
        serviceID && (
          <Link to="/bookings/service/$serviceID" params={{ serviceID }} className={classes.link}>
            <Trans>Service</Trans>
          </Link>
        )
      )
  }
}

function MissingPermission() {
  return <span className={classes.soft}>{useMissingPermissionText('admin_manage_settings')}</span>
}
