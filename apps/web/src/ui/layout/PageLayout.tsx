import type { ReactNode } from 'react'
import classes from './PageLayout.module.css'
import { useTitle } from './use-title.ts'

interface Props {
  title: string
  /** In the browser tab, where another screen has the same title. */
  tabTitle?: string
  text?: ReactNode
  actions?: ReactNode
  /** Leads to the page this one was opened from, before the title. */
  back?: ReactNode
  /** For a table. */
  isWide?: boolean
  children: ReactNode
}

/** A page of sections, for every screen but the inbox. */
export function PageLayout({ title, tabTitle = title, text, actions, back, isWide = false, children }: Props) {
  useTitle(tabTitle)
  return (
    <main className={classes.root}>
      <div className={classes.page} data-wide={isWide || undefined}>
        <header className={classes.head}>
          {back}
          <div className={classes.heading}>
            <h1 className={classes.title}>{title}</h1>
            {text && <div className={classes.text}>{text}</div>}
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </header>
        {children}
      </div>
    </main>
  )
}

interface SectionProps {
  title: string
  text?: string
  /** Fields and switches get a border; lists and tables bring their own. */
  isCard?: boolean
  children: ReactNode
}

export function PageSection({ title, text, isCard = false, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.sectionTitle}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      <div className={isCard ? `${classes.body} ${classes.card}` : classes.body}>{children}</div>
    </section>
  )
}
