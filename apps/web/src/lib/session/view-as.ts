import type { ChangeableRole } from '@frontdesk/contract/rules'
import { api } from '../api.ts'
import { session } from './session.ts'

/** Makes the session view as a member or a role, in every tab. */
export async function startViewAs(target: { userID: string } | { roleName: ChangeableRole }) {
  const view = await api.team.startViewAs(target)
  if (session.current) session.set({ ...session.current, ...view })
}

export async function endViewAs() {
  const view = await api.team.endViewAs()
  if (session.current) session.set({ ...session.current, ...view })
}
