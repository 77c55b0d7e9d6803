import type { Booking } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { Radio } from '@mantine/core'

export type Scope = 'this' | 'following' | 'all'

interface Props {
  booking: Booking
  value: Scope
  onChange: (scope: Scope) => void
}

/** Selects the visits of a series that an action applies to; renders nothing for a single visit. */
export function ScopeField({ booking, value, onChange }: Props) {
  const { t } = useLingui()
  if (booking.seriesID === null) return null
  return (
    <Radio.Group label={t`This visit repeats`} value={value} onChange={(next) => onChange(next as Scope)}>
      <Radio mt={6} value="this" label={t`Only this visit`} />
      <Radio mt={6} value="following" label={t`This and all later visits`} />
      <Radio mt={6} value="all" label={t`All visits`} />
    </Radio.Group>
  )
}
