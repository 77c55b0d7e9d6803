import { createFileRoute } from '@tanstack/react-router'
import { sendingSettingsQuery } from '../../../entities/sending/queries.ts'
import { SendingScreen } from '../../../features/sending/SendingScreen.tsx'

export const Route = createFileRoute('/_app/settings/sending')({
  loader: ({ context }) => void context.cache.prefetchQuery(sendingSettingsQuery),
  component: SendingScreen,
})
