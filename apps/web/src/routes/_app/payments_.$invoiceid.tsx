import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { locationsQuery } from '../../entities/location/queries.ts'
import { PaymentScreen } from '../../features/payments/PaymentScreen.tsx'

export const Route = createFileRoute('/_app/payments_/$invoiceid')({
  loader: ({ context: { cache } }) => void cache.prefetchQuery(locationsQuery),
  component: Payment,
})

function Payment() {
  const { invoiceid } = Route.useParams()
  const navigate = useNavigate()
  return (
    <PaymentScreen
      key={invoiceid}
      id={invoiceid}
      onOpen={(id) => void navigate({ to: '/payments/$invoiceid', params: { invoiceid: id } })}
      onDeleted={() => void navigate({ to: '/payments' })}
    />
  )
}
