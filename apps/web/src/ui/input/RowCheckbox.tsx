import type { ComponentProps } from 'react'
import classes from './RowCheckbox.module.css'

/** A checkbox as light as a row of a long list needs it, that looks like those of forms. */
export function RowCheckbox({ className = '', ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input type="checkbox" className={`${classes.root} ${className}`} {...rest} />
}
