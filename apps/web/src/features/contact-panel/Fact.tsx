import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './ContactPanel.module.css'

/** A field of the contact with its name. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface FactButtonProps {
  isOff: boolean
  label: string
  onClick: () => void
  children: string
}

/** A value opens a dialog to change it. */
export function FactButton({ isOff, label, onClick, children }: FactButtonProps) {
  if (isOff) return children
  return (
    <button type="button" className={classes.change} aria-label={`${label}: ${children}`} onClick={onClick}>
      {children}
      <IconPencil size={12} aria-hidden="true" />
    </button>
  )
}
