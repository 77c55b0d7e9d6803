import classes from './ColorDot.module.css'

/** A dot in the color of what is named beside it. */
export const ColorDot = ({ color }: { color: string }) => (
  <span className={classes.root} style={{ background: color }} aria-hidden="true" />
)
