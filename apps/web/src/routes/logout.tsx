import { createFileRoute } from '@tanstack/react-router'
import { LogoutScreen } from '../features/accounts/LogoutScreen.tsx'

export const Route = createFileRoute('/logout')({ component: LogoutScreen })
