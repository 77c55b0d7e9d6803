import { useBlocker } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { dismissModal, useHasModal } from '../ui/modal-slot.ts'
import { closeModal, type ModalName, type Modals, useOpenedModal } from '../ui/modals.ts'

type ModalComponents = { [Name in ModalName]: ComponentType<Modals[Name] & { onClose: () => void }> }

const MODALS: ModalComponents = {
  'add-folder': lazy(async () => ({
    default: (await import('../features/folders/FolderNameModals.tsx')).AddFolderModal,
  })),
  'edit-folder': lazy(async () => ({
    default: (await import('../features/folders/FolderNameModals.tsx')).EditFolderModal,
  })),
  'delete-folder': lazy(async () => ({
    default: (await import('../features/folders/DeleteFolderModal.tsx')).DeleteFolderModal,
  })),
  'manage-folders': lazy(async () => ({
    default: (await import('../features/folders/ManageFoldersModal.tsx')).ManageFoldersModal,
  })),
  'move-into-folder': lazy(async () => ({
    default: (await import('../features/folders/MoveIntoFolderModal.tsx')).MoveIntoFolderModal,
  })),
  'app-update': lazy(async () => ({
    default: (await import('../features/notices/AppUpdateModal.tsx')).AppUpdateModal,
  })),
  'command-palette': lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette })),
  'help-and-support': lazy(async () => ({ default: (await import('./HelpModal.tsx')).HelpModal })),
  'save-view': lazy(async () => ({
    default: (await import('../features/views/SaveViewModal.tsx')).SaveViewModal,
  })),
  'scheduled-maintenance': lazy(async () => ({
    default: (await import('../features/notices/MaintenanceModal.tsx')).MaintenanceModal,
  })),
  'start-new-conversation': lazy(async () => ({
    default: (await import('./StartConversation.tsx')).StartConversation,
  })),
  'trial-limit-expired': lazy(async () => ({
    default: (await import('../features/subscription/TrialLimitModal.tsx')).TrialLimitModal,
  })),
  'upgrade-to-use-feature': lazy(async () => ({
    default: (await import('../features/subscription/UpgradeModal.tsx')).UpgradeModal,
  })),
  'keyboard-shortcuts': lazy(async () => ({ default: (await import('./ShortcutsSheet.tsx')).ShortcutsSheet })),
}

/** Mounts the dialog that was opened by name, and lets the back button close any dialog instead of leaving the screen. */
export function ModalHost() {
  const opened = useOpenedModal()
  const hasModal = useHasModal()
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false
      dismissModal()
      return true
    },
    enableBeforeUnload: false,
    disabled: !hasModal,
  })
  if (!opened) return null
  const Opened = MODALS[opened.name] as ComponentType<{ onClose: () => void }>
  return (
    <Suspense>
      <Opened key={opened.key} {...opened.props} onClose={() => closeModal(opened.key)} />
    </Suspense>
  )
}
