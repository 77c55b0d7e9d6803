import { useLingui } from '@lingui/react/macro'
import { Loader } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import { lazyWithRetry } from '../../ui/lazy/lazy-with-retry.ts'
import { dismissModal, useHasModal } from '../../ui/modal/modal-slot.ts'
import { closeModal, useOpenedModal } from '../../ui/modal/modals.ts'
import { useTypeAheadBuffer } from '../palette/type-ahead-buffer.ts'
import classes from './ModalHost.module.css'

const load = () => import('./ModalByName.tsx')
const ModalByName = lazyWithRetry(async () => ({ default: (await load()).ModalByName }))

/**
 * Mounts the dialog that was opened by name, and lets the back button close any dialog instead of leaving the screen.
 */
export function ModalHost() {
  const { t } = useLingui()
  const opened = useOpenedModal()
  const hasModal = useHasModal()
  // A failure is retried when the first dialog opens.
  useEffect(() => whenIdle(() => load().catch(() => undefined)), [])
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false
      dismissModal()
      return true
    },
    enableBeforeUnload: false,
    disabled: !hasModal,
  })
  // An open menu or popover would stay open behind the dialog; it closes on a press outside of it.
  useEffect(() => {
    if (hasModal) document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  }, [hasModal])
  useTypeAheadBuffer(opened?.name === 'command-palette', () => opened && closeModal(opened.key))
  if (!opened) return null
  return (
    <Suspense fallback={<Loader size={32} role="status" aria-label={t`Loading`} className={classes.loading} />}>
      <ModalByName key={opened.key} modal={opened} />
    </Suspense>
  )
}
