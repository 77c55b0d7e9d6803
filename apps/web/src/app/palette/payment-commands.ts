import { useLingui } from '@lingui/react/macro'
import { IconFileText, IconReceipt } from '@tabler/icons-react'
import { useManagedKinds } from '../../entities/payment/use-managed-kinds.ts'
import { useSession } from '../../lib/session/session.ts'
import { openModal } from '../../ui/modal/modals.ts'
import type { Command } from './commands.ts'

/** What adds a payment request or an estimate; not while an owner views as a teammate. */
export function usePaymentActions(): Command[] {
  const { t } = useLingui()
  const managed = useManagedKinds()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  if (isViewingAs) return []
  const commands: (Command | false)[] = [
    managed.requests && {
      key: 'new-payment-request',
      label: t`New payment request`,
      words: t`invoice pay link money`,
      icon: IconReceipt,
      run: () => openModal('ask-for-payment', { kind: 'request' }),
    },
    managed.estimates && {
      key: 'new-estimate',
      label: t`New estimate`,
      words: t`quote offer price`,
      icon: IconFileText,
      run: () => openModal('ask-for-payment', { kind: 'estimate' }),
    },
  ]
  return commands.filter((command) => command !== false)
}
