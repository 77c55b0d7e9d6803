import { useQuery } from '@tanstack/react-query'
import classes from './LabelChips.module.css'
import { labelsQuery } from './queries.ts'

interface Props {
  labels: readonly string[]
  /** Cuts off what does not fit into one line. */
  isLine?: boolean
}

/** Labels with their colors. */
export function LabelChips({ labels, isLine }: Props) {
  const all = useQuery(labelsQuery).data?.labels ?? []
  return (
    <span className={classes.chips} data-line={isLine || undefined}>
      {labels.map((name) => (
        <span key={name} className={classes.chip}>
          <LabelDot color={all.find((label) => label.name === name)?.color} />
          <span className={classes.name}>{name}</span>
        </span>
      ))}
    </span>
  )
}

const UNKNOWN_COLOR = '#868e96'

export const LabelDot = ({ color = UNKNOWN_COLOR }: { color?: string | undefined }) => (
  <span className={classes.dot} style={{ background: color }} />
)
