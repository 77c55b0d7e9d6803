import { MESSAGE_TEXT_MAX, type SkipReason } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { recipientReasonText } from '../../entities/group/outcome-texts.ts'
import { GROUPS_KEY } from '../../entities/group/queries.ts'
import { SendPreviewText } from '../../entities/group/SendPreviewText.tsx'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { moment } from '../../lib/time.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import type { Modals } from '../../ui/modal/modals.ts'
import { showToast } from '../../ui/toast/toasts.ts'
import { isSendable, useSendPreview } from './GroupMessageField.tsx'
import { SaveInviteText } from './SaveInviteText.tsx'
import { useInviteText } from './use-invite-text.ts'

/** Invites one contact to leave a review. */
export function ReviewInviteModal({ contact, onClose }: Modals['review-invite'] & { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const invitation = useInviteText()
  const [clientMessageId] = useState(() => crypto.randomUUID())
  const name = contactName(contact)
  const form = useApiForm({
    initial: { text: invitation.text, isKept: false },
    save: async ({ text, isKept }) => {
      if (isKept) await invitation.save(text)
      const { data } = await api.reviewInvites.send({ contactID: contact.id, text, clientMessageId })
      await cache.invalidateQueries({ queryKey: GROUPS_KEY })
      const { heldUntil } = data
      showToast({
        id: clientMessageId,
        kind: 'news',
        title: heldUntil ? t`Review invite waiting until morning` : t`Review invite sent`,
        text: heldUntil ? t`It’s quiet hours for ${name}. They’ll get it ${moment(heldUntil)}.` : name,
      })
    },
  })
  const { text, isKept } = form.values
  const preview = useSendPreview({ contactIDs: [contact.id] }, text)
  const reason = reasonIn(form.error) ?? preview?.excluded[0]?.reason
  return (
    <FormModal
      title={t`Invite ${name} to leave a review`}
      submitLabel={t`Send invite`}
      form={form}
      onClose={onClose}
      isDisabled={!isSendable(text, []) || preview?.sendable === 0}
    >
      <Textarea
        label={t`Message`}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={MESSAGE_TEXT_MAX}
        data-autofocus
        {...form.text('text')}
      />
      {preview && preview.sendable > 0 && <SendPreviewText preview={preview} hasSample />}
      {reason && (
        <Text size="sm" c="var(--fd-danger)" role="alert">
          {reason === 'no-review-link' ? (
            <Trans>This location has no Google review link yet. Add it in Settings, Locations.</Trans>
          ) : (
            <Trans>
              Can’t text {name}. {i18n._(recipientReasonText('skipped', reason))}
            </Trans>
          )}
        </Text>
      )}
      {invitation.canSave && text !== invitation.text && (
        <SaveInviteText isChecked={isKept} onChange={(next) => form.set('isKept', next)} />
      )}
      <Text size="sm" c="dimmed">
        <Trans>The conversation moves into the folder Review Invite Sent.</Trans>
      </Text>
    </FormModal>
  )
}

/** The reason in a `RecipientSkipped` error. */
const reasonIn = (error: unknown): SkipReason | undefined =>
  errorCode(error) === 'RecipientSkipped' ? (error as { data: { reason: SkipReason } }).data.reason : undefined
