import { forList, readInboxSearch, toListFilter } from '@frontdesk/contract/rules'
import { createFileRoute, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { InboxScreen } from '../../app/inbox/InboxScreen.tsx'
import { conversationList, conversationStats } from '../../entities/conversation/queries.ts'
import { useFirstDay } from '../../entities/first-day/queries.ts'
import { locationsQuery } from '../../entities/location/queries.ts'
import { readListContext } from '../../features/inbox/list-context.ts'
import { FirstDayWelcome } from '../../features/onboarding/FirstDayWelcome.tsx'
import { validSearch } from '../../lib/valid-search.ts'

export const Route = createFileRoute('/_app/conversations')({
  validateSearch: validSearch(readInboxSearch),
  loaderDeps: ({ search }) => search,
  // Started, not awaited: the screen shows what it has, and skeletons for the rest.
  loader: ({ context, deps }) => {
    void context.cache.prefetchInfiniteQuery(conversationList(toListFilter(deps, readListContext(context.cache))))
    void context.cache.prefetchQuery(conversationStats(undefined))
    void context.cache.prefetchQuery(locationsQuery)
  },
  component: Inbox,
})

function Inbox() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  const firstDay = useFirstDay()
  const sid = useParams({ strict: false, select: (params) => params.sid ?? null })
  return (
    <>
      <InboxScreen
        search={search}
        sid={sid}
        welcome={firstDay && <FirstDayWelcome firstDay={firstDay} />}
        onSearch={(next) =>
          navigate({
            to: sid ? '/conversations/$sid' : '/conversations',
            params: { sid: sid ?? '' },
            search: next,
            replace: true,
          })
        }
        onOpen={(next, isInstead = false) =>
          next
            ? navigate({
                to: '/conversations/$sid',
                params: { sid: next },
                search: forList(search),
                replace: isInstead,
              })
            : navigate({ to: '/conversations', search: forList(search) })
        }
      />
      <Outlet />
    </>
  )
}
