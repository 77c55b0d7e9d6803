import type { DocumentStage } from '@frontdesk/contract/rules'
import type { DocumentRow } from '../rows.ts'

/** Estimates that were sent. The contact may have approved them at the counter rather than on their page. */
const CONVERTIBLE: readonly DocumentStage[] = ['sent', 'sent-reminder', 'viewed', 'approved', 'converted']

/** Whether payment requests can be added for it. Change orders are requested with their estimate. */
export const isConvertible = ({ kind, stage, part }: Pick<DocumentRow, 'kind' | 'stage' | 'part'>): boolean =>
  kind === 'estimate' && part === null && CONVERTIBLE.includes(stage)
