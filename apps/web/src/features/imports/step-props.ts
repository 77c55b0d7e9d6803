import type { ContactImport } from '@frontdesk/contract/api'

export interface StepProps {
  contactImport: ContactImport
  /** Returns to the choice of a file. */
  onClose: () => void
}
