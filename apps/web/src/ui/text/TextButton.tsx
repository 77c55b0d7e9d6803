import type { ComponentProps } from 'react'
import classes from './TextButton.module.css'

/** A step that reads as a part of the line it stands in. */
export function TextButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return <button type="button" className={`${classes.root} ${className}`} {...rest} />
}
