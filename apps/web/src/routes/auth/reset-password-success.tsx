import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordSuccessScreen } from '../../features/accounts/NoticeScreens.tsx'

export const Route = createFileRoute('/auth/reset-password-success')({ component: ResetPasswordSuccessScreen })
