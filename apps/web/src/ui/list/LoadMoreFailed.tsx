import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './LoadMoreFailed.module.css'

interface Props {
  onRetry: () => unknown
  /** Other than at the end of a list. */
  children?: ReactNode
}

/** Shown in place of the next part of a list that could not be loaded while scrolling. */
export function LoadMoreFailed({ onRetry, children }: Props) {
  return (
    <div className={classes.root}>
      <Button variant="default" size="xs" onClick={() => onRetry()}>
        {children ?? <Trans>Couldn’t load more. Retry</Trans>}
      </Button>
    </div>
  )
}
