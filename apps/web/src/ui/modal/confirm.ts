import type { ReactNode } from 'react'
import { openModal } from './modals.ts'

export interface Confirmation {
  title: string
  text: ReactNode
  confirmLabel: string
  /** Default: Cancel. Set it where “Cancel” could be read as the confirmed action. */
  closeLabel?: string
  /** Default: true. */
  isDestructive?: boolean
  /** If it fails, the dialog stays open and says why. */
  act: () => Promise<unknown>
}

/**
 * Asks for confirmation before an action that cannot be undone. `act` closes over the values at the time of the call.
 */
export const confirm = (confirmation: Confirmation) => openModal('confirm', confirmation)
