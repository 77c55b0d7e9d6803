import { useLingui } from '@lingui/react/macro'
import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Banner.module.css'

interface Props {
  kind: 'info' | 'warning'
  children: ReactNode
  onDismiss?: () => void
}

/** One line above every screen, for messages that concern everyone. */
export function Banner({ kind, children, onDismiss }: Props) {
  const { t } = useLingui()
  return (
    <div className={classes.root} data-kind={kind} role="status">
      <div className={classes.text}>{children}</div>
      {onDismiss && <CloseButton size="sm" aria-label={t`Dismiss`} onClick={onDismiss} />}
    </div>
  )
}
