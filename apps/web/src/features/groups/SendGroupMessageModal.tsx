import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAttachments } from '../../entities/attachment/use-attachments.ts'
import { drafts, useWriting } from '../../entities/draft/drafts.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import type { Modals } from '../../ui/modal/modals.ts'
import { GroupMessageField, isSendable, storedFiles, useSendPreview } from './GroupMessageField.tsx'
import { SaveInviteText } from './SaveInviteText.tsx'
import { useInviteText } from './use-invite-text.ts'
import { useSendGroupMessage } from './use-send-group-message.ts'

/** Sends a message, or review invites, to selected contacts, and opens what becomes of it. */
export function SendGroupMessageModal({
  audience,
  contacts,
  isReviewInvite,
  onDone,
  onClose,
}: Modals['send-group-message'] & { onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const send = useSendGroupMessage()
  const invitation = useInviteText()
  const [draftKey] = useState(() => crypto.randomUUID())
  const { uploads } = useWriting(draftKey)
  const attachments = useAttachments(draftKey)
  useEffect(() => () => drafts.forget(draftKey), [draftKey])
  const form = useApiForm({
    initial: { text: isReviewInvite ? invitation.text : '', isKept: false },
    save: async ({ text, isKept }) => {
      if (isKept) await invitation.save(text)
      const { id } = await send(audience, { text, attachments: storedFiles(uploads), isReviewInvite })
      onDone()
      await navigate({ to: '/groups/messages/$messageId', params: { messageId: id } })
    },
  })
  const { text, isKept } = form.values
  const preview = useSendPreview(audience, text)
  return (
    <FormModal
      title={isReviewInvite ? t`Send review invites to ${contacts}` : t`Send a message to ${contacts}`}
      submitLabel={t`Send`}
      form={form}
      onClose={onClose}
      isDisabled={!isSendable(text, uploads) || (preview?.sendable === 0 && !preview.isCapped)}
    >
      <GroupMessageField
        text={text}
        onText={(next) => form.set('text', next)}
        audience={audience}
        attachments={attachments}
        uploads={uploads}
        draftKey={draftKey}
        hasAutofocus
        hasSample
      />
      {isReviewInvite && invitation.canSave && text !== invitation.text && (
        <SaveInviteText isChecked={isKept} onChange={(next) => form.set('isKept', next)} />
      )}
      <Text size="sm" c="dimmed">
        <Trans>You can stop it while it’s being sent. Texts already sent can’t be recalled.</Trans>
      </Text>
    </FormModal>
  )
}
