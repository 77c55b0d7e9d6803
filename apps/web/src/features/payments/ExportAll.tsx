import { useQuery } from '@tanstack/react-query'
import { type Managed, paymentTotals } from '../../entities/payment/queries.ts'
import { ExportModal } from './ExportModal.tsx'
import type { PaymentSearch } from './payment-search.ts'
import { usePaymentCriteria } from './use-payment-criteria.ts'

interface Props {
  search: PaymentSearch
  managed: Managed
  onClose: () => void
}

/** Exports all payments that match the filters of the list. */
export function ExportAll({ search, managed, onClose }: Props) {
  const criteria = usePaymentCriteria(search)
  const totals = useQuery(paymentTotals(criteria, managed)).data ?? []
  const count = totals.reduce((sum, total) => sum + total.count, 0)
  return <ExportModal criteria={criteria} count={count} onClose={onClose} />
}
