import { can } from '@frontdesk/contract/rules'
import { createFileRoute } from '@tanstack/react-router'
import { locationsQuery } from '../../entities/location/queries.ts'
import { rolesQuery, teamQuery } from '../../features/team/queries.ts'
import { TeamScreen } from '../../features/team/TeamScreen.tsx'
import { readTeamTab, type TeamTab } from '../../features/team/team-tab.ts'
import { toViewer } from '../../lib/session/session.ts'

export const Route = createFileRoute('/_app/team')({
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: TeamTab } => ({ tab: readTeamTab(tab) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const { current } = context.session
    if (!current) return
    const me = toViewer(current)
    if (deps.tab === 'role-list') {
      if (can(me, 'admin_view_role_permissions')) void context.cache.prefetchQuery(rolesQuery)
    } else if (can(me, 'admin_manage_users')) {
      void context.cache.prefetchQuery(teamQuery)
      void context.cache.prefetchQuery(locationsQuery)
    }
  },
  component: Team,
})

function Team() {
  const { tab = 'team-list' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <TeamScreen tab={tab} onTab={(next) => navigate({ search: { tab: next }, replace: true })} />
}
