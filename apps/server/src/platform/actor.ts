import type { ViewingAs } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'

/** Whoever a request or a socket acts for. */
export interface Actor extends Viewer {
  tenantId: string
  sessionId: string
  displayName: string
  email: string
  /** Set while an owner looks at the product as this actor would: nothing may be changed. */
  viewingAs?: ViewingAs
  /** Set while the business waits for them to set up two-step sign-in: they can do nothing else. */
  needsTwoStep?: true
}
