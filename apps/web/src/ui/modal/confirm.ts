import type { ReactNode } from 'react'
import { openModal } from './modals.ts'

export interface Confirmation {
  title: string
  text: ReactNode
  confirmLabel: string
  /** Default: true. */
  isDestructive?: boolean
  /** The dialog stays open, and says why, when it fails. */
  act: () => Promise<unknown>
}

/** Asks before something that cannot be undone. What `act` uses is as it was when the question was asked. */
export const confirm = (confirmation: Confirmation) => openModal('confirm', confirmation)
