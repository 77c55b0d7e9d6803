import type { ViewingAs } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'

/** The user for whom a request or a socket acts. */
export interface Actor extends Viewer {
  tenantId: string
  sessionId: string
  displayName: string
  email: string
  /** Set while an owner views the product as this user: changes are forbidden. */
  viewingAs?: ViewingAs
  /** Set while the user must set up two-step sign-in first: everything else is forbidden. */
  needsTwoStep?: true
}
