import type { Viewer } from '@frontdesk/contract/rules'
import { toViewer, useSession } from './session.ts'

const NOBODY: Viewer = { userId: '', role: 'Contributor', permissions: [], locationIds: [] }

/** The viewer. Between signing out and leaving the screen, a viewer without any permission. */
export function useMe(): Viewer {
  const session = useSession()
  return session ? toViewer(session) : NOBODY
}
