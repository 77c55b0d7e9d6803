import { createFileRoute } from '@tanstack/react-router'
import { DevAdminScreen } from '../../features/dev-admin/DevAdminScreen.tsx'

export const Route = createFileRoute('/_app/dev-admin')({ component: DevAdminScreen })
