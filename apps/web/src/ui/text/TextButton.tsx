import type { ComponentProps } from 'react'
import classes from './TextButton.module.css'

/** A button that looks like a part of the surrounding text. */
export function TextButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return <button type="button" className={`${classes.root} ${className}`} {...rest} />
}
