import { createFileRoute } from '@tanstack/react-router'
import { paymentConfigsQuery } from '../../../entities/payment-configs/queries.ts'
import { PaymentSettingsScreen } from '../../../features/payment-settings/PaymentSettingsScreen.tsx'

export const Route = createFileRoute('/_app/settings/payments-settings')({
  loader: ({ context }) => void context.cache.prefetchQuery(paymentConfigsQuery),
  component: PaymentSettingsScreen,
})
