import type { ReactNode } from 'react'
import classes from './AuthLayout.module.css'

interface Props {
  title: string
  children: ReactNode
  footer?: ReactNode
}

export function AuthLayout({ title, children, footer }: Props) {
  return (
    <main className={classes.root}>
      <div className={classes.brand}>
        <img src="/favicon.svg" alt="" width={24} height={24} />
        Frontdesk
      </div>
      <div className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </div>
      {footer && <div className={classes.footer}>{footer}</div>}
    </main>
  )
}
