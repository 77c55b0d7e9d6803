import { createFileRoute } from '@tanstack/react-router'
import { SignUpSuccessScreen } from '../../features/accounts/NoticeScreens.tsx'

export const Route = createFileRoute('/auth/sign-up-success')({ component: SignUpSuccessScreen })
