import { createFileRoute } from '@tanstack/react-router'
import { SettingsFrame } from '../../app/settings/SettingsFrame.tsx'

export const Route = createFileRoute('/_app/settings')({ component: SettingsFrame })
