import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordEmailSentScreen } from '../../features/accounts/NoticeScreens.tsx'
import { searchText } from '../../lib/search-text.ts'

export const Route = createFileRoute('/auth/forgot-password-email-sent')({
  validateSearch: ({ email }): { email?: string | undefined } => ({ email: searchText(email) }),
  component: () => <ForgotPasswordEmailSentScreen email={Route.useSearch().email} />,
})
