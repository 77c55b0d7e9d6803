import { useLingui } from '@lingui/react/macro'
import classes from './LoadingMessages.module.css'

const SHAPES: [side: 'in' | 'out', width: number][] = [
  ['in', 44],
  ['in', 30],
  ['out', 52],
  ['in', 36],
  ['out', 28],
  ['out', 46],
]

export function LoadingMessages() {
  const { t } = useLingui()
  return (
    <div role="status" aria-label={t`Loading`} className={classes.root}>
      {SHAPES.map(([side, width]) => (
        <div key={width} className={classes.bubble} data-side={side} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
