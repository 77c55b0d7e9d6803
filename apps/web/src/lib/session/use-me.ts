import type { Viewer } from '@frontdesk/contract/rules'
import { toViewer, useSession } from './session.ts'

const NOBODY: Viewer = { userId: '', role: 'Contributor', permissions: [], locationIds: [] }

/** Who looks. Between signing out and leaving the screen that is nobody, who may do nothing. */
export function useMe(): Viewer {
  const session = useSession()
  return session ? toViewer(session) : NOBODY
}
