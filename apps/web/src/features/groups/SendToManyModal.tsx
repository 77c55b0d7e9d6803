import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import type { Modals } from '../../ui/modal/modals.ts'
import { isSendable, SendToManyField, useReviewInvitation, useSendPreview } from './SendToMany.tsx'
import { useSendToMany } from './use-send-to-many.ts'

/** Sends a message, or review invites, to selected contacts, and opens what becomes of it. */
export function SendToManyModal({
  audience,
  contacts,
  isReviewInvite,
  onDone,
  onClose,
}: Modals['send-to-many'] & { onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const send = useSendToMany()
  const invitation = useReviewInvitation()
  const form = useApiForm({
    initial: { text: isReviewInvite ? invitation : '' },
    save: async ({ text }) => {
      const { id } = await send(audience, text, isReviewInvite)
      onDone()
      await navigate({ to: '/groups/messages/$messageId', params: { messageId: id } })
    },
  })
  const { text } = form.values
  const preview = useSendPreview(audience, text)
  return (
    <FormModal
      title={isReviewInvite ? t`Send review invites to ${contacts}` : t`Send a message to ${contacts}`}
      submitLabel={t`Send`}
      form={form}
      onClose={onClose}
      isDisabled={!isSendable(text) || preview?.sendable === 0}
    >
      <SendToManyField
        text={text}
        onText={(next) => form.set('text', next)}
        audience={audience}
        hasAutofocus
        hasSample
      />
      <Text size="sm" c="dimmed">
        <Trans>You can stop it while it’s being sent. Texts already sent can’t be recalled.</Trans>
      </Text>
    </FormModal>
  )
}
