import type { Viewer } from '@frontdesk/contract'

/** Whoever a request or a socket acts for. */
export interface Actor extends Viewer {
  tenantId: string
  sessionId: string
  displayName: string
  email: string
}
