import { useLingui } from '@lingui/react/macro'
import { useWaitingMinutes } from './use-waiting-minutes.ts'

interface Props {
  since: string
  locationID: string
}

/** How long the contact has waited while the location was open; where no hours are set, all the time counts. */
export function WaitingAge({ since, locationID }: Props) {
  const { t } = useLingui()
  const { minutes, isInHours } = useWaitingMinutes(since, locationID)
  const h = Math.floor(minutes / 60)
  const days = Math.floor(h / 24)
  return (
    <>
      {minutes < 1
        ? t`for less than a minute`
        : minutes < 60
          ? t`for ${minutes} min`
          : h < 48
            ? t`for ${h} h`
            : t`for ${days} days`}
      {isInHours && minutes >= 60 ? ` ${t`of opening hours`}` : ''}
    </>
  )
}
