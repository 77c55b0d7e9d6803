import type { ReactNode } from 'react'

/** A row of a visit’s details; renders nothing without a value. */
export function VisitRow({ label, children }: { label: string; children: ReactNode }) {
  if (children === null || children === undefined || children === '' || children === false) return null
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}
