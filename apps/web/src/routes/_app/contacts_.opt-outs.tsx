import { can } from '@frontdesk/contract/rules'
import { createFileRoute } from '@tanstack/react-router'
import { consentReviewsQuery } from '../../entities/consent/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { ReviewsScreen } from '../../features/consent/ReviewsScreen.tsx'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useMe } from '../../lib/session/use-me.ts'

export const Route = createFileRoute('/_app/contacts_/opt-outs')({
  loader: ({ context: { cache } }) => {
    void cache.prefetchInfiniteQuery(consentReviewsQuery)
  },
  component: Reviews,
})

const PERMISSION = SCREEN_PERMISSIONS['/contacts/opt-outs']

function Reviews() {
  if (!can(useMe(), PERMISSION)) return <ForbiddenScreen permission={PERMISSION} />
  return <ReviewsScreen />
}
