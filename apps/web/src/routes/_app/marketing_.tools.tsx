import { createFileRoute } from '@tanstack/react-router'
import { ToolsScreen } from '../../features/marketing/ToolsScreen.tsx'

export const Route = createFileRoute('/_app/marketing_/tools')({ component: ToolsScreen })
