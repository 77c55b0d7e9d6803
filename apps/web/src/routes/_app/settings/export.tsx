import { createFileRoute } from '@tanstack/react-router'
import { ExportScreen } from '../../../features/account-deletion/ExportScreen.tsx'

export const Route = createFileRoute('/_app/settings/export')({ component: ExportScreen })
