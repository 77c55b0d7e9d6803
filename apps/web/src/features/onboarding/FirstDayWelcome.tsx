import type { FirstDay } from '@frontdesk/contract/api'
import { Suspense } from 'react'
import { lazyWithRetry } from '../../ui/lazy/lazy-with-retry.ts'
import classes from './FirstDayWelcome.module.css'

// Most businesses are past their first day, so the checklist is not part of the inbox’s own code.
const FirstDayChecklist = lazyWithRetry(async () => ({
  default: (await import('./FirstDayChecklist.tsx')).FirstDayChecklist,
}))

/** The checklist in the middle of the empty pane. */
export function FirstDayWelcome({ firstDay }: { firstDay: FirstDay }) {
  return (
    <div className={classes.root}>
      <Suspense>
        <FirstDayChecklist firstDay={firstDay} />
      </Suspense>
    </div>
  )
}
