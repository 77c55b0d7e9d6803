import { createFileRoute } from '@tanstack/react-router'
import { RequestDemoScreen } from '../../features/accounts/RequestDemoScreen.tsx'

export const Route = createFileRoute('/auth/request-demo')({ component: RequestDemoScreen })
