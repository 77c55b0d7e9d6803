import type { Conversation } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconCalendarEvent, IconClock, IconMoodSmile, IconReceipt, IconSend, IconTemplate } from '@tabler/icons-react'
import { Suspense } from 'react'
import { AttachButton } from '../../entities/attachment/AttachButton.tsx'
import type { Attachments } from '../../entities/attachment/use-attachments.ts'
import { useManagedKinds } from '../../entities/payment/use-managed-kinds.ts'
import { lazyOnInteraction } from '../../ui/lazy/lazy-on-interaction.tsx'
import { lazyWithRetry } from '../../ui/lazy/lazy-with-retry.ts'
import classes from './Composer.module.css'
import { SegmentCounter } from './SegmentCounter.tsx'
import type { ComposerModel } from './use-composer.ts'

const BookingMenu = lazyOnInteraction(async () => (await import('./BookingMenu.tsx')).BookingMenu)
const EmojiMenu = lazyOnInteraction(async () => (await import('./EmojiMenu.tsx')).EmojiMenu)
const PaymentMenu = lazyOnInteraction(async () => (await import('./PaymentMenu.tsx')).PaymentMenu)
const TemplateMenu = lazyWithRetry(async () => ({ default: (await import('./TemplateMenu.tsx')).TemplateMenu }))

interface Props {
  composer: ComposerModel
  conversation: Conversation
  attachments: Attachments
  picksTemplate: boolean
  onTemplates: (isOpen: boolean) => void
  onSchedule: () => void
}

/** The buttons under the field, the segments the text takes, and Send. */
export function ComposerTools({ composer, conversation, attachments, picksTemplate, onTemplates, onSchedule }: Props) {
  const { t } = useLingui()
  const managed = useManagedKinds()
  const mayAskForPayment = conversation.contactAccess !== 'hidden' && (managed.requests || managed.estimates)
  const {
    text,
    uploads,
    preview,
    translation,
    isUploading,
    hasProblem,
    unknownVariable,
    canSend,
    isRefused,
    insert,
    send,
  } = composer
  return (
    <div className={classes.tools}>
      <AttachButton attachments={attachments} />
      <EmojiMenu
        onSelect={insert}
        trigger={(handlers) => (
          <ActionIcon aria-label={t`Emoji`} data-tip={t`Emoji`} {...handlers}>
            <IconMoodSmile size={18} stroke={1.75} />
          </ActionIcon>
        )}
      />
      <Suspense fallback={<TemplateButton />}>
        {picksTemplate ? (
          <TemplateMenu conversation={conversation} onSelect={insert} onClose={() => onTemplates(false)} />
        ) : (
          <TemplateButton onClick={() => onTemplates(true)} />
        )}
      </Suspense>
      <BookingMenu
        conversation={conversation}
        onSelect={insert}
        trigger={(handlers) => (
          <ActionIcon aria-label={t`Bookings`} data-tip={t`Bookings`} {...handlers}>
            <IconCalendarEvent size={18} stroke={1.75} />
          </ActionIcon>
        )}
      />
      {mayAskForPayment && (
        <PaymentMenu
          conversation={conversation}
          trigger={(handlers) => (
            <ActionIcon aria-label={t`Payments`} data-tip={t`Payments`} {...handlers}>
              <IconReceipt size={18} stroke={1.75} />
            </ActionIcon>
          )}
        />
      )}
      <ActionIcon
        aria-label={t`Schedule message`}
        data-tip={t`Schedule`}
        disabled={isUploading || hasProblem || isRefused}
        onClick={() => (translation.ready ? onSchedule() : translation.translateNow())}
      >
        <IconClock size={18} stroke={1.75} />
      </ActionIcon>
      <span className={classes.counter}>
        {unknownVariable !== undefined ? (
          <span className={classes.unknown} role="alert">
            <Trans>Unknown variable :{unknownVariable}:</Trans>
          </span>
        ) : (
          <SegmentCounter text={translation.ready?.text ?? text} hasMedia={uploads.length > 0} prices={preview} />
        )}
      </span>
      <Button
        className={classes.send}
        size="compact-sm"
        color="indigo"
        leftSection={<IconSend size={15} />}
        data-tip={isUploading ? t`Uploading…` : t`Send (Enter)`}
        data-tip-at="above-left"
        disabled={!canSend}
        onMouseDown={(event) => event.preventDefault()}
        onClick={send}
      >
        <Trans>Send</Trans>
      </Button>
    </div>
  )
}

function TemplateButton({ onClick }: { onClick?: () => void }) {
  const { t } = useLingui()
  return (
    <ActionIcon aria-label={t`Templates`} data-tip={t`Templates (/)`} onClick={onClick}>
      <IconTemplate size={18} stroke={1.75} />
    </ActionIcon>
  )
}
