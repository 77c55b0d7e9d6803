import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import classes from './NotificationSettings.module.css'

const SHOWN_MS = 2500

/** "Saved", in place and for a moment. */
export function Saved({ at }: { at: number }) {
  const [gone, setGone] = useState(0)
  useEffect(() => {
    if (at === 0) return
    const timer = setTimeout(() => setGone(at), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [at])
  return (
    <span role="status" className={classes.saved}>
      {at > gone && <Trans>Saved</Trans>}
    </span>
  )
}
