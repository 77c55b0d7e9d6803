import type { PayoutState } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const PAYOUT_STATE_TEXTS: Record<PayoutState, MessageDescriptor> = {
  pending: msg`Planned`,
  'in-transit': msg`On its way`,
  paid: msg`Arrived`,
  failed: msg`Failed`,
  cancelled: msg`Canceled`,
}
