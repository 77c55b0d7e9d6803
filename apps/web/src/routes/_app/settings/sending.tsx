import { createFileRoute } from '@tanstack/react-router'
import { SendingScreen } from '../../../features/sending/SendingScreen.tsx'
import { sendingSettingsQuery } from '../../../lib/settings-queries.ts'

export const Route = createFileRoute('/_app/settings/sending')({
  loader: ({ context }) => void context.cache.prefetchQuery(sendingSettingsQuery),
  component: SendingScreen,
})
