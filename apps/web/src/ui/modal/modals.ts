import type {
  Booking,
  BookingPayment,
  BookingResource,
  Contact,
  ContactCriteria,
  Conversation,
  Folder,
  View,
} from '@frontdesk/contract/api'
import type { DocumentKind, TrialGated } from '@frontdesk/contract/rules'
import { createStore, useStore } from '../../lib/create-store.ts'
import type { Confirmation } from './confirm.ts'

type Nothing = Record<never, never>

/** The fields of a contact that dialogs need, with or without a conversation. */
export type DialogContact = Omit<
  Contact,
  'statusKey' | 'statusName' | 'conversationSid' | 'custom' | 'phones' | 'emails' | 'taxExemption'
>

/** One of two contacts to merge. */
export type MergeCandidate = Pick<Contact, 'id' | 'name' | 'phone'>

/** A dialog about one folder returns to the dialog with all folders if it was opened from there. */
export interface FolderOrigin {
  isFromList?: boolean
}

/** Selected contacts, or all that match. */
interface ManyContacts {
  audience: { contactIDs: string[] } | { criteria: ContactCriteria }
  /** How many, in words: "40 contacts". */
  contacts: string
  /** Once they are in the group, or the message is on its way. */
  onDone: () => void
}

/**
 * Every dialog that several screens open, by name, with its props. `app/frame/ModalByName.tsx` maps the names to
 * components; a name without one does not compile. A dialog of a single screen is rendered by that screen.
 */
export interface Modals {
  'add-contact': Nothing
  'add-folder': { locationID: string } & FolderOrigin
  'add-to-waitlist': {
    contact?: Pick<Contact, 'id' | 'name' | 'phone'>
    locationID?: string
    serviceID?: string
  }
  'app-update': { version: string; isForced: boolean }
  'ask-for-payment': {
    kind: DocumentKind
    contact?: Pick<Contact, 'id' | 'name' | 'phone'>
    locationID?: string
    /** The conversation that it is sent in. */
    conversationSid?: string
    /** The visit to be paid; contact and lines are derived from it. */
    booking?: Booking
  }
  'block-time': {
    resource: BookingResource
    locationID?: string
    /** By the clocks of the location; a block until 00:00 ends with the day. */
    time?: { date: string; from: string; until: string }
  }
  book: {
    contact?: Pick<Contact, 'id' | 'name' | 'phone'>
    locationID?: string
    resourceID?: string
    startsOnUtc?: string
    durationMinutes?: number
    firstDay?: string
  }
  booking: { id: string }
  'cancel-booking': { booking: Booking }
  'change-booking-status': { booking: Booking; status: 'booked' | 'declined' | 'requested' }
  'charge-no-show-fee': { booking: Booking; fee: NonNullable<BookingPayment['fee']>; currency: string }
  'command-palette': Nothing
  confirm: Confirmation
  'create-group': ManyContacts
  'delete-folder': { folder: Folder } & FolderOrigin
  'contact-notes': { contact: DialogContact }
  'contact-tags': { contact: DialogContact }
  'delete-contact': { contact: DialogContact; onDeleted?: () => void }
  'edit-contact': { contact: DialogContact; sid?: string }
  'edit-folder': { folder: Folder } & FolderOrigin
  'getting-started': Nothing
  'help-and-support': Nothing
  'invite-teammate': Nothing
  'keyboard-shortcuts': Nothing
  'manage-folders': { locationID?: string }
  'merge-contacts': { contact: MergeCandidate; other?: MergeCandidate; onMerged?: (id: string) => void }
  'move-into-folder': { sids: string[]; locationIDs: string[]; folderKey?: string }
  'offer-times': { conversation: Conversation }
  'phone-number-create': Nothing
  'phone-number-create-success': { phoneNumber: string; isNew?: boolean }
  'record-consent': { contact: Pick<Contact, 'id' | 'name' | 'phone'> }
  'reschedule-booking': { booking: Booking }
  'review-invite': { contact: Pick<DialogContact, 'id' | 'name' | 'phone'> }
  'save-view': { search: string; view?: View }
  'scheduled-maintenance': { id: string; startsAt: string; endsAt: string; message: string }
  'send-group-message': ManyContacts & { isReviewInvite: boolean }
  'start-new-conversation': {
    contact?: Pick<Contact, 'id' | 'name' | 'phone' | 'conversationSid'>
  }
  'trial-limit-expired': Nothing
  'upgrade-to-use-feature': { feature: TrialGated }
}
export type ModalName = keyof Modals

export type OpenedModal = { [Name in ModalName]: { key: number; name: Name; props: Modals[Name] } }[ModalName]

const opened = createStore<OpenedModal | null>(null)
let count = 0

/** Opens a dialog by its name, from anywhere; an open one closes first. */
export function openModal<Name extends ModalName>(
  name: Name,
  ...[props]: Modals[Name] extends Nothing ? [props?: Modals[Name]] : [props: Modals[Name]]
) {
  // A forced update is not replaced by another dialog.
  const current = opened.get()
  if (current?.name === 'app-update' && current.props.isForced) return
  count += 1
  opened.set({ key: count, name, props: props ?? {} } as OpenedModal)
}

/** Closes the dialog opened under this key; a later one stays. */
export const closeModal = (key: number) => {
  if (opened.get()?.key === key) opened.set(null)
}

export const useOpenedModal = () => useStore(opened)
