import { useQuery } from '@tanstack/react-query'
import classes from './LabelChips.module.css'
import { labelsQuery } from './queries.ts'

/** Labels with their colors. */
export function LabelChips({ labels }: { labels: readonly string[] }) {
  const all = useQuery(labelsQuery).data?.labels ?? []
  return (
    <span className={classes.chips}>
      {labels.map((name) => (
        <span key={name} className={classes.chip}>
          <LabelDot color={all.find((label) => label.name === name)?.color} />
          {name}
        </span>
      ))}
    </span>
  )
}

const UNKNOWN_COLOR = '#868e96'

export const LabelDot = ({ color = UNKNOWN_COLOR }: { color?: string | undefined }) => (
  <span className={classes.dot} style={{ background: color }} />
)
