export type TeamTab = 'team-list' | 'role-list'

export const readTeamTab = (tab: unknown): TeamTab => (tab === 'role-list' ? tab : 'team-list')
