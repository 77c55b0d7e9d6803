import { useLingui } from '@lingui/react/macro'
import { IconFileText, IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { KIND_TEXTS, PAYMENT_STATUS_TEXTS } from '../../entities/payment/payment-texts.ts'
import { paymentsFound } from '../../entities/payment/queries.ts'
import { useManagedKinds } from '../../entities/payment/use-managed-kinds.ts'
import { useStore } from '../../lib/create-store.ts'
import { moneyText } from '../../lib/money-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { openModal } from '../../ui/modal/modals.ts'
import type { Command } from './commands.ts'

const DOCUMENTS_SHOWN = 6

/** Payment requests and estimates of the people, or with the number, that are searched for; none while nothing is. */
export function useDocumentCommands(searched: string, isSearched: boolean): Command[] {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const locationId = useStore(chosenLocation)
  const managed = useManagedKinds()
  const isOn = isSearched && (managed.requests || managed.estimates)
  const documents = useQuery({ ...paymentsFound(searched, locationId, managed), enabled: isOn }).data ?? []
  if (!isOn) return []
  return documents
    .slice(0, DOCUMENTS_SHOWN)
    .map(({ id, kind, status, invoiceNumber, contact, totalAmount, currency }) => ({
      key: `document-${id}`,
      label: [invoiceNumber || i18n._(KIND_TEXTS[kind]), contact?.name ?? t`Deleted contact`].join(' · '),
      hint: `${moneyText(totalAmount, currency)}, ${i18n._(PAYMENT_STATUS_TEXTS[status])}`,
      icon: kind === 'request' ? IconReceipt : IconFileText,
      run: () => void navigate({ to: '/payments/$invoiceid', params: { invoiceid: id } }),
    }))
}

/** Commands that add a payment request or an estimate; none while an owner views as a teammate. */
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
