import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './BookingsOutside.module.css'

interface Props {
  id: string
  children: ReactNode
}

/** Leads to a booking in the list. */
export const BookingLink = ({ id, children }: Props) => (
  <Link to="/bookings" search={{ booking: id }} className={classes.link}>
    {children}
  </Link>
)
