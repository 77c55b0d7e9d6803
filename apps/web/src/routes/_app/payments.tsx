import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { locationsQuery } from '../../entities/location/queries.ts'
import { PaymentsScreen } from '../../features/payments/PaymentsScreen.tsx'
import { readPaymentSearch } from '../../features/payments/payment-search.ts'
import { validSearch } from '../../lib/valid-search.ts'

export const Route = createFileRoute('/_app/payments')({
  validateSearch: validSearch(readPaymentSearch),
  loader: ({ context: { cache } }) => void cache.prefetchQuery(locationsQuery),
  component: Payments,
})

function Payments() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  return (
    <PaymentsScreen
      search={search}
      onSearch={(next) => void navigate({ to: '/payments', search: next, replace: true })}
      onOpen={(invoiceid) => void navigate({ to: '/payments/$invoiceid', params: { invoiceid } })}
    />
  )
}
