import { createFileRoute } from '@tanstack/react-router'
import { BookingsFrame } from '../../app/bookings/BookingsFrame.tsx'

export const Route = createFileRoute('/_app/bookings')({ component: BookingsFrame })
