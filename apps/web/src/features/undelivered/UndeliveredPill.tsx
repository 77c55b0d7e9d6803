import { Trans, useLingui } from '@lingui/react/macro'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { undeliveredCount } from '../../entities/conversation/undelivered-queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useStore } from '../../lib/create-store.ts'
import { useIsSmall } from '../../ui/layout/use-viewport.ts'
import classes from './UndeliveredPill.module.css'

/** Counted by the server up to one more. */
const SHOWN_MAX = 999

/** Shows in the frame that there are undelivered messages; hidden without any. */
export function UndeliveredPill() {
  const { t } = useLingui()
  const isSmall = useIsSmall()
  const count = useQuery(undeliveredCount(useStore(chosenLocation))).data ?? 0
  if (count === 0) return null
  const shown = count > SHOWN_MAX ? `${SHOWN_MAX}+` : String(count)
  return (
    <Link to="/undelivered" className={classes.root} aria-label={t`${shown} undelivered`}>
      <IconAlertTriangle size={15} aria-hidden="true" />
      {isSmall ? shown : <Trans>{shown} undelivered</Trans>}
    </Link>
  )
}
