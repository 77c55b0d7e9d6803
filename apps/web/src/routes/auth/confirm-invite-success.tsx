import { createFileRoute } from '@tanstack/react-router'
import { ConfirmInviteSuccessScreen } from '../../features/accounts/NoticeScreens.tsx'

export const Route = createFileRoute('/auth/confirm-invite-success')({ component: ConfirmInviteSuccessScreen })
