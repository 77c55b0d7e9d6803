import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconLoader2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { firstDayQuery } from '../../entities/first-day/queries.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import classes from './NumberSuccessModal.module.css'

const POLL_MS = 3000

interface Props {
  phoneNumber: string
  /** The number has just been bought; otherwise the dialog is only for trying it. */
  isNew?: boolean
  onClose: () => void
}

/** Shows a number with how to try it, and notices the first text that arrives. */
export function NumberSuccessModal({ phoneNumber, isNew = true, onClose }: Props) {
  const { t } = useLingui()
  const hasArrived = useQuery({
    ...firstDayQuery,
    refetchInterval: ({ state }) => (state.data?.hasReceivedText ? false : POLL_MS),
  }).data?.hasReceivedText
  return (
    <ModalFrame onClose={onClose} title={isNew ? t`Your new number` : t`Text yourself`}>
      <Stack gap="sm">
        <div className={classes.number}>{phoneText(phoneNumber)}</div>
        <Text size="sm">
          <Trans>Text your new number from your phone to try it. Send “Hello” and watch it arrive in the inbox.</Trans>
        </Text>
        <div role="status" className={classes.state} data-arrived={hasArrived}>
          {hasArrived ? (
            <>
              <IconCircleCheck size={18} />
              <Trans>It works. Your first text has arrived.</Trans>
            </>
          ) : (
            <>
              <IconLoader2 size={18} className={classes.spinner} />
              <Trans>Waiting for your first text…</Trans>
            </>
          )}
        </div>
        <Group justify="flex-end">
          <Button data-autofocus variant={hasArrived ? 'filled' : 'default'} onClick={onClose}>
            {hasArrived ? <Trans>Done</Trans> : <Trans>Close</Trans>}
          </Button>
        </Group>
      </Stack>
    </ModalFrame>
  )
}
