import { openMinutes } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverInstant } from '../../../lib/server-time.ts'
import { businessHoursQuery } from '../../../lib/settings-queries.ts'

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

interface Props {
  since: string
  locationID: string
  /** A few letters, for a list. */
  isShort?: boolean
}

/** How long the contact has waited while the location was open; where no hours are set, all the time counts. */
export function WaitingAge({ since, locationID, isShort = false }: Props) {
  const { t } = useLingui()
  const now = useMinute()
  const hours = useQuery(businessHoursQuery).data?.find((one) => one.locationID === locationID)
  const minutes = hours?.isSet
    ? openMinutes(hours, since, now)
    : Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / MINUTE_MS))
  const h = Math.floor(minutes / 60)
  const days = Math.floor(h / 24)
  if (isShort) return <>{minutes < 1 ? t`now` : minutes < 60 ? t`${minutes} min` : h < 48 ? t`${h} h` : t`${days} d`}</>
  return (
    <>
      {minutes < 1
        ? t`for less than a minute`
        : minutes < 60
          ? t`for ${minutes} min`
          : h < 48
            ? t`for ${h} h`
            : t`for ${days} days`}
      {hours?.isSet && minutes >= 60 ? ` ${t`of opening hours`}` : ''}
    </>
  )
}
