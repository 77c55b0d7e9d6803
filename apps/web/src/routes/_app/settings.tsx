import { createFileRoute } from '@tanstack/react-router'
import { SettingsFrame } from '../../app/SettingsFrame.tsx'

export const Route = createFileRoute('/_app/settings')({ component: SettingsFrame })
