import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useFirstDay } from '../../entities/first-day/queries.ts'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { FirstDayChecklist } from './FirstDayChecklist.tsx'

/** The checklist as a dialog, opened from the menu on any screen. */
export function GettingStartedModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const firstDay = useFirstDay()
  return (
    <ModalFrame onClose={onClose} title={t`Get started`}>
      {firstDay ? (
        <FirstDayChecklist firstDay={firstDay} onLeave={onClose} />
      ) : (
        <Text size="sm">
          <Trans>There’s nothing left to set up.</Trans>
        </Text>
      )}
    </ModalFrame>
  )
}
