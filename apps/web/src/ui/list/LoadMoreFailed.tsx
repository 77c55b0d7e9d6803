import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './LoadMoreFailed.module.css'

interface Props {
  onRetry: () => unknown
  /** Other than at the end of a list. */
  children?: ReactNode
}

/** Where the next part of a list that loads as it is scrolled could not be loaded. */
export function LoadMoreFailed({ onRetry, children }: Props) {
  return (
    <div className={classes.root}>
      <Button variant="default" size="xs" onClick={() => onRetry()}>
        {children ?? <Trans>Couldn’t load more. Retry</Trans>}
      </Button>
    </div>
  )
}
