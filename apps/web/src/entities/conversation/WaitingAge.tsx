import { useLingui } from '@lingui/react/macro'
import { useWaitingMinutes } from './use-waiting-minutes.ts'

interface Props {
  since: string
  locationID: string
}

/** How long the contact has waited while the location was open; where no hours are set, all the time counts. */
export function WaitingAge({ since, locationID }: Props) {
  const { t } = useLingui()
  const waiting = useWaitingMinutes(since, locationID)
  if (!waiting) return null
  const { minutes, isInHours } = waiting
  const h = Math.floor(minutes / 60)
  const days = Math.floor(h / 24)
  return (
    <>
      {minutes < 1 ? t`less than a minute` : minutes < 60 ? t`${minutes} min` : h < 48 ? t`${h} h` : t`${days} days`}
      {isInHours && minutes >= 60 ? ` ${t`of business hours`}` : ''}
    </>
  )
}
