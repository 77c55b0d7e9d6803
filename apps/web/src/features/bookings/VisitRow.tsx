import type { ReactNode } from 'react'

/** A line of a visit’s details; nothing without a value. */
export function VisitRow({ label, children }: { label: string; children: ReactNode }) {
  if (children === null || children === undefined || children === '' || children === false) return null
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}
