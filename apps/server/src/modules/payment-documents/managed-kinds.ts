import { can, type DocumentKind, type Viewer } from '@frontdesk/contract/rules'

/** The kinds of documents that a viewer manages. */
export const managedKinds = (viewer: Viewer): DocumentKind[] => [
  ...(can(viewer, 'payments_manage') ? (['request'] as const) : []),
  ...(can(viewer, 'payments_manage_estimates') ? (['estimate'] as const) : []),
]
