import type { ReactNode } from 'react'

/** A row of the preflight. */
export function PreflightRow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
