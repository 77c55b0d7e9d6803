import type { ComponentType } from 'react'
import { lazyWithRetry } from '../../ui/lazy/lazy-with-retry.ts'
import { closeModal, type ModalName, type Modals, type OpenedModal } from '../../ui/modal/modals.ts'

type ModalComponents = { [Name in ModalName]: ComponentType<Modals[Name] & { onClose: () => void }> }

/** Loaded with the dialog before it, so that no gap shows between the two. */
const loadSuccess = () => import('../../features/phone-numbers/NumberSuccessModal.tsx')

const MODALS: ModalComponents = {
  'add-folder': lazyWithRetry(async () => ({
    default: (await import('../../features/folders/FolderNameModals.tsx')).AddFolderModal,
  })),
  'edit-folder': lazyWithRetry(async () => ({
    default: (await import('../../features/folders/FolderNameModals.tsx')).EditFolderModal,
  })),
  'delete-folder': lazyWithRetry(async () => ({
    default: (await import('../../features/folders/DeleteFolderModal.tsx')).DeleteFolderModal,
  })),
  'manage-folders': lazyWithRetry(async () => ({
    default: (await import('../../features/folders/ManageFoldersModal.tsx')).ManageFoldersModal,
  })),
  'move-into-folder': lazyWithRetry(async () => ({
    default: (await import('../../features/folders/MoveIntoFolderModal.tsx')).MoveIntoFolderModal,
  })),
  'add-contact': lazyWithRetry(async () => ({ default: (await import('../contacts/AddContact.tsx')).AddContact })),
  'edit-contact': lazyWithRetry(async () => ({
    default: (await import('../../features/contacts/EditContactModal.tsx')).EditContactModal,
  })),
  'delete-contact': lazyWithRetry(async () => ({
    default: (await import('../../features/contacts/DeleteContactModal.tsx')).DeleteContactModal,
  })),
  'merge-contacts': lazyWithRetry(async () => ({
    default: (await import('../../features/contacts/MergeContactsModal.tsx')).MergeContactsModal,
  })),
  'record-consent': lazyWithRetry(async () => ({
    default: (await import('../../features/consent/RecordConsentModal.tsx')).RecordConsentModal,
  })),
  'contact-notes': lazyWithRetry(async () => ({
    default: (await import('../../features/contact-panel/ContactModals.tsx')).ContactNotesModal,
  })),
  'contact-tags': lazyWithRetry(async () => ({
    default: (await import('../../features/contact-panel/ContactModals.tsx')).ContactTagsModal,
  })),
  'create-group': lazyWithRetry(async () => ({
    default: (await import('../../features/groups/CreateGroupModal.tsx')).CreateGroupModal,
  })),
  'send-group-message': lazyWithRetry(async () => ({
    default: (await import('../../features/groups/SendGroupMessageModal.tsx')).SendGroupMessageModal,
  })),
  'review-invite': lazyWithRetry(async () => ({
    default: (await import('../../features/groups/ReviewInviteModal.tsx')).ReviewInviteModal,
  })),
  'ask-for-payment': lazyWithRetry(async () => ({
    default: (await import('../../features/payments/AskForPaymentModal.tsx')).AskForPaymentModal,
  })),
  'add-to-waitlist': lazyWithRetry(async () => ({
    default: (await import('../../features/booking-waitlist/AddToWaitlistModal.tsx')).AddToWaitlistModal,
  })),
  'block-time': lazyWithRetry(async () => ({
    default: (await import('../../features/booking-availability/BlockTimeModal.tsx')).BlockTimeModal,
  })),
  book: lazyWithRetry(async () => ({ default: (await import('../../features/bookings/BookModal.tsx')).BookModal })),
  booking: lazyWithRetry(async () => ({
    default: (await import('../../features/bookings/BookingModal.tsx')).BookingModal,
  })),
  'cancel-booking': lazyWithRetry(async () => ({
    default: (await import('../../features/bookings/CancelBookingModal.tsx')).CancelBookingModal,
  })),
  'change-booking-status': lazyWithRetry(async () => ({
    default: (await import('../../features/bookings/ChangeStatusModal.tsx')).ChangeStatusModal,
  })),
  'charge-no-show-fee': lazyWithRetry(async () => ({
    default: (await import('../../features/bookings/ChargeFeeModal.tsx')).ChargeFeeModal,
  })),
  'reschedule-booking': lazyWithRetry(async () => ({
    default: (await import('../../features/bookings/RescheduleBookingModal.tsx')).RescheduleBookingModal,
  })),
  'app-update': lazyWithRetry(async () => ({
    default: (await import('../../features/notices/AppUpdateModal.tsx')).AppUpdateModal,
  })),
  confirm: lazyWithRetry(async () => ({ default: (await import('../../ui/modal/ConfirmModal.tsx')).ConfirmModal })),
  'command-palette': lazyWithRetry(async () => ({
    default: (await import('../palette/CommandPalette.tsx')).CommandPalette,
  })),
  'help-and-support': lazyWithRetry(async () => ({ default: (await import('./HelpModal.tsx')).HelpModal })),
  'invite-teammate': lazyWithRetry(async () => ({
    default: (await import('../../features/team/InviteMemberModal.tsx')).InviteMemberModal,
  })),
  'getting-started': lazyWithRetry(async () => ({
    default: (await import('../../features/onboarding/GettingStartedModal.tsx')).GettingStartedModal,
  })),
  'offer-times': lazyWithRetry(async () => ({
    default: (await import('../../features/composer/OfferTimesModal.tsx')).OfferTimesModal,
  })),
  'phone-number-create': lazyWithRetry(async () => {
    const [{ BuyNumberModal }] = await Promise.all([
      import('../../features/phone-numbers/BuyNumberModal.tsx'),
      loadSuccess(),
    ])
    return { default: BuyNumberModal }
  }),
  'phone-number-create-success': lazyWithRetry(async () => ({ default: (await loadSuccess()).NumberSuccessModal })),
  'save-view': lazyWithRetry(async () => ({
    default: (await import('../../features/views/SaveViewModal.tsx')).SaveViewModal,
  })),
  'scheduled-maintenance': lazyWithRetry(async () => ({
    default: (await import('../../features/notices/MaintenanceModal.tsx')).MaintenanceModal,
  })),
  'start-new-conversation': lazyWithRetry(async () => ({
    default: (await import('./StartConversation.tsx')).StartConversation,
  })),
  'trial-limit-expired': lazyWithRetry(async () => ({
    default: (await import('../../features/subscription/TrialLimitModal.tsx')).TrialLimitModal,
  })),
  'upgrade-to-use-feature': lazyWithRetry(async () => ({
    default: (await import('../../features/subscription/UpgradeModal.tsx')).UpgradeModal,
  })),
  'keyboard-shortcuts': lazyWithRetry(async () => ({
    default: (await import('../shortcuts/ShortcutsSheet.tsx')).ShortcutsSheet,
  })),
}

export function ModalByName({ modal }: { modal: OpenedModal }) {
  const Modal = MODALS[modal.name] as ComponentType<{ onClose: () => void }>
  return <Modal {...modal.props} onClose={() => closeModal(modal.key)} />
}
