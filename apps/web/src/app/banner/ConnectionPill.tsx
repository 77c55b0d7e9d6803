import { Trans } from '@lingui/react/macro'
import { IconCloudOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useConnectionState } from '../../lib/realtime/connection-state.ts'
import classes from './ConnectionPill.module.css'

/** Shorter interruptions are not shown. */
const SHOW_AFTER_MS = 1500

export function ConnectionPill() {
  const isOffline = useConnectionState() === 'offline'
  return (
    <div role="status" className={classes.place}>
      {isOffline && <Reconnecting />}
    </div>
  )
}

function Reconnecting() {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <span className={classes.pill}>
      <IconCloudOff size={14} />
      <span>
        <Trans>Reconnecting…</Trans>
      </span>
      <span className={classes.kept}>
        <Trans>What you write is saved and sent later.</Trans>
      </span>
    </span>
  )
}
