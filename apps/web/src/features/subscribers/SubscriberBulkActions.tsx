import type { Subscriber, SubscriberCriteria } from '@frontdesk/contract/api'
import { can, type SubscriberState, UNSUBSCRIBE_REASON_MAX } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refetchSubscribers } from '../../entities/subscriber/queries.ts'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { isSelected, type Selection } from '../../ui/list/selection.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { showToast } from '../../ui/toast/toasts.ts'

interface Props {
  selection: Selection
  state: SubscriberState
  criteria: SubscriberCriteria
  /** The loaded ones. */
  subscribers: readonly Subscriber[]
  onDone: () => void
}

type Choice = { phoneNumbers: string[] } | { criteria: SubscriberCriteria; state: SubscriberState }

/** Actions on the selected subscribers, as permitted. */
export function SubscriberBulkActions({ selection, state, criteria, subscribers, onDone }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const [isUnsubscribing, setIsUnsubscribing] = useState(false)
  const selected = subscribers.filter(({ phoneNumber }) => isSelected(selection, phoneNumber))
  const choice: Choice = selection.isAll
    ? { criteria, state }
    : { phoneNumbers: selected.map(({ phoneNumber }) => phoneNumber) }
  const done = async (title: string, { isRunning }: { isRunning: boolean }) => {
    showToast({
      id: 'subscribers changed',
      kind: 'news',
      title,
      text: isRunning ? t`The rest are changed in the background. The list updates automatically.` : '',
    })
    onDone()
    await refetchSubscribers(cache)
  }
  const remove = () =>
    confirm({
      title: selection.isAll ? t`Delete everyone who matches?` : t`Delete the selected subscribers?`,
      text: t`They’re removed from this list. Their contacts, conversations, and opt-outs stay. This doesn’t opt them out: unsubscribe people who don’t want marketing texts.`,
      confirmLabel: t`Delete`,
      act: async () => done(t`Deleted`, (await api.subscribers.delete(choice)).data),
    })
  return (
    <>
      {state !== 'unsubscribed' && can(me, 'campaigns_unsubscribe_contacts') && (
        <Button size="compact-sm" variant="default" onClick={() => setIsUnsubscribing(true)}>
          <Trans>Unsubscribe</Trans>
        </Button>
      )}
      {can(me, 'campaigns_delete_subscribers') && (
        <Button size="compact-sm" variant="default" onClick={remove}>
          <Trans>Delete</Trans>
        </Button>
      )}
      {isUnsubscribing && (
        <UnsubscribeModal
          choice={choice}
          onClose={() => setIsUnsubscribing(false)}
          onDone={(result) => done(t`Unsubscribed`, result)}
        />
      )}
    </>
  )
}

interface ModalProps {
  choice: Choice
  onClose: () => void
  onDone: (result: { isRunning: boolean }) => Promise<void>
}

/** Asks for the reason, which the record of consent keeps. */
function UnsubscribeModal({ choice, onClose, onDone }: ModalProps) {
  const { t } = useLingui()
  const form = useApiForm({
    initial: { reason: '' },
    save: async ({ reason }) => onDone((await api.subscribers.unsubscribe({ ...choice, reason })).data),
  })
  const count = 'phoneNumbers' in choice ? choice.phoneNumbers.length : null
  return (
    <FormModal
      title={count === null ? t`Unsubscribe everyone who matches?` : t`Unsubscribe from marketing texts?`}
      submitLabel={t`Unsubscribe`}
      form={form}
      isDestructive
      onClose={onClose}
    >
      <Text size="sm">
        {count === null ? (
          <Trans>Everyone who matches will no longer get campaigns or group messages.</Trans>
        ) : (
          <Plural
            value={count}
            one="This person will no longer get campaigns or group messages."
            other="These # people will no longer get campaigns or group messages."
          />
        )}{' '}
        <Trans>You can still text them in their conversations. Only they can subscribe again.</Trans>
      </Text>
      <TextInput
        label={t`Reason (optional)`}
        description={t`Kept in the record of their consent.`}
        maxLength={UNSUBSCRIBE_REASON_MAX}
        data-autofocus
        {...form.text('reason')}
      />
    </FormModal>
  )
}
