import type { Booking } from '@frontdesk/contract/api'
import { useIsPhone } from '../../../ui/layout/use-viewport.ts'
import { Agenda } from './Agenda.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { visitsByDay } from './visits-by-day.ts'

interface Props {
  dates: readonly string[]
  date: string
  today: string
  bookings: readonly Booking[]
  zone: string
  dayLabel: (date: string) => string
  onChoose: (date: string) => void
  onOpen: (date: string) => void
}

/** The visits of a month; on a phone with those of the chosen day below it. */
export function MonthView({ bookings, zone, dayLabel, ...days }: Props) {
  const isPhone = useIsPhone()
  const byDay = visitsByDay(bookings, zone)
  return (
    <>
      <MonthGrid
        {...days}
        visitsOn={(date) => byDay.get(date) ?? []}
        isCompact={isPhone}
        onOpen={isPhone ? days.onChoose : days.onOpen}
      />
      {isPhone && <Agenda dates={[days.date]} dayLabel={dayLabel} bookings={bookings} zone={zone} />}
    </>
  )
}
