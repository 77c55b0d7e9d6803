import type { ReactNode } from 'react'

/** One line of what sending takes. */
export function PreflightRow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
