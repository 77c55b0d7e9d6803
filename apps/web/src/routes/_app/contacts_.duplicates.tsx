import { can } from '@frontdesk/contract/rules'
import { createFileRoute } from '@tanstack/react-router'
import { duplicatesQuery } from '../../entities/contact/queries.ts'
import { locationsQuery } from '../../entities/location/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { DuplicatesScreen } from '../../features/contacts/DuplicatesScreen.tsx'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useMe } from '../../lib/session/use-me.ts'

export const Route = createFileRoute('/_app/contacts_/duplicates')({
  loader: ({ context: { cache } }) => {
    void cache.prefetchQuery(locationsQuery)
    void cache.prefetchInfiniteQuery(duplicatesQuery)
  },
  component: Duplicates,
})

const PERMISSION = SCREEN_PERMISSIONS['/contacts/duplicates']

function Duplicates() {
  if (!can(useMe(), PERMISSION)) return <ForbiddenScreen permission={PERMISSION} />
  return <DuplicatesScreen />
}
