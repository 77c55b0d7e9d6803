import { useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { ConfirmModal } from '../modal/ConfirmModal.tsx'

interface Props {
  hasChanges: boolean
}

/**
 * Asks before a page with unsaved changes is left. Navigation within the page, such as a dialog in its URL, is free.
 */
export function UnsavedChanges({ hasChanges }: Props) {
  const { t } = useLingui()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: hasChanges,
    disabled: !hasChanges,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <ConfirmModal
      title={t`Leave without saving?`}
      text={t`Your changes on this page will be lost.`}
      confirmLabel={t`Leave`}
      closeLabel={t`Keep editing`}
      act={async () => proceed()}
      onClose={reset}
    />
  )
}
