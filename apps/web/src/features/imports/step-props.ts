import type { ContactImport } from '@frontdesk/contract/api'

/** The campaign that a list is uploaded for. */
export interface ForCampaign {
  id: string
  /** Suggested for the contacts, so that the campaign can go to them. */
  tag: string
}

export interface StepProps {
  contactImport: ContactImport
  forCampaign: ForCampaign | undefined
  /** The file lists people who agreed to marketing texts. */
  isForSubscribers: boolean
  /** Returns to the choice of a file. */
  onClose: () => void
}
