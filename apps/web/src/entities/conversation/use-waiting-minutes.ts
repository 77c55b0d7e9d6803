import { openMinutes } from '@frontdesk/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverInstant } from '../../lib/server-time.ts'
import { businessHoursQuery } from '../business-hours/queries.ts'

const MINUTE_MS = 60_000

/** Now, as an instant that moves on every minute. */
function useMinute(): string {
  const [now, setNow] = useState(serverInstant)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverInstant()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** How long the contact has waited, counted in the location's opening hours where those are set; null until known. */
export function useWaitingMinutes(since: string, locationID: string): { minutes: number; isInHours: boolean } | null {
  const now = useMinute()
  const businessHours = useQuery(businessHoursQuery).data
  if (!businessHours) return null
  const hours = businessHours.find((each) => each.locationID === locationID)
  const minutes = hours?.isSet
    ? openMinutes(hours, since, now)
    : Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / MINUTE_MS))
  return { minutes, isInHours: hours?.isSet === true }
}
