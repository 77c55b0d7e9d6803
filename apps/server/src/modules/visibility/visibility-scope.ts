import { createHash } from 'node:crypto'
import { can, type Permission, type Viewer } from '@frontdesk/contract/rules'
import { z } from 'zod'

const WIDENING = [
  'convos_view_assigned_to_others',
  'convos_view_unassigned_conversations',
] as const satisfies Permission[]
const NO_USER = '00000000-0000-0000-0000-000000000000'

/** Everything that `isVisible` and `isContactVisible` depend on, so that viewers of one scope see the same. */
export const VisibilityScope = z.object({
  locationIds: z.array(z.uuid()).nullable(),
  permissions: z.array(z.enum(WIDENING)),
  /** null: who is assigned makes no difference. */
  userId: z.uuid().nullable(),
})
export type VisibilityScope = z.infer<typeof VisibilityScope>

export function scopeOf(viewer: Viewer): VisibilityScope {
  const permissions = WIDENING.filter((permission) => can(viewer, permission))
  return {
    locationIds: viewer.locationIds && [...new Set(viewer.locationIds)].toSorted(),
    permissions,
    userId: permissions.length === WIDENING.length ? null : viewer.userId,
  }
}

/** The same for equal scopes. */
export const keyOfScope = ({ locationIds, permissions, userId }: VisibilityScope): string =>
  createHash('sha256')
    .update(JSON.stringify([locationIds, permissions, userId]))
    .digest('base64url')

/** The scope of those who see every contact and conversation. */
export const EVERYTHING: VisibilityScope = { locationIds: null, permissions: [...WIDENING], userId: null }

/** A viewer who sees what everyone of the scope sees, and may do nothing else. */
export const viewerOfScope = ({ locationIds, permissions, userId }: VisibilityScope): Viewer => ({
  userId: userId ?? NO_USER,
  role: 'TeamMember',
  permissions,
  locationIds,
})
