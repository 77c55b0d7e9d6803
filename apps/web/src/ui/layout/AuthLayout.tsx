import type { ReactNode } from 'react'
import classes from './AuthLayout.module.css'
import { useTitle } from './use-title.ts'

interface Props {
  title: string
  /** Below the title, in a muted color. */
  text?: ReactNode
  children?: ReactNode
  footer?: ReactNode
}

export function AuthLayout({ title, text, children, footer }: Props) {
  useTitle(title)
  return (
    <main className={classes.root}>
      <div className={classes.brand}>
        <img src="/favicon.svg" alt="" width={24} height={24} />
        Frontdesk
      </div>
      <div className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        {text && <p className={classes.text}>{text}</p>}
        {children}
      </div>
      {footer && <div className={classes.footer}>{footer}</div>}
    </main>
  )
}
