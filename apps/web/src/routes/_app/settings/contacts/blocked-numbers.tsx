import { createFileRoute } from '@tanstack/react-router'
import { BlockedNumbersScreen } from '../../../../features/blocked-numbers/BlockedNumbersScreen.tsx'

export const Route = createFileRoute('/_app/settings/contacts/blocked-numbers')({ component: BlockedNumbersScreen })
