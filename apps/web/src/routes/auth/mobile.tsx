import { createFileRoute } from '@tanstack/react-router'
import { MobileScreen } from '../../features/accounts/NoticeScreens.tsx'

export const Route = createFileRoute('/auth/mobile')({ component: MobileScreen })
