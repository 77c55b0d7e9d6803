import { useLingui } from '@lingui/react/macro'
import classes from './LoadingRows.module.css'

const WIDTHS = [58, 42, 66, 50, 38, 61, 47, 55]

/** The shape of a list of people while it loads. */
export function LoadingRows({ count = 8 }: { count?: number }) {
  const { t } = useLingui()
  return (
    <div role="status" aria-label={t`Loading`}>
      {WIDTHS.slice(0, count).map((width) => (
        <div key={width} className={classes.row}>
          <div className={classes.circle} />
          <div className={classes.lines}>
            <div className={classes.line} style={{ width: `${width}%` }} />
            <div className={classes.line} style={{ width: `${width + 24}%` }} />
          </div>
        </div>
      ))}
    </div>
  )
}
