import type { Conversation } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconClock, IconMoodSmile, IconPaperclip, IconSend, IconTemplate } from '@tabler/icons-react'
import { Suspense, useRef } from 'react'
import { lazyOnInteraction } from '../../ui/lazy/lazy-on-interaction.tsx'
import { lazyWithRetry } from '../../ui/lazy/lazy-with-retry.ts'
import type { Attachments } from './attachments/use-attachments.ts'
import classes from './Composer.module.css'
import { SegmentCounter } from './SegmentCounter.tsx'
import type { ComposerModel } from './use-composer.ts'

const EmojiMenu = lazyOnInteraction(async () => (await import('./EmojiMenu.tsx')).EmojiMenu)
const TemplateMenu = lazyWithRetry(async () => ({ default: (await import('./TemplateMenu.tsx')).TemplateMenu }))

const ACCEPT =
  'image/*,video/mp4,video/quicktime,video/3gpp,audio/*,application/pdf,text/vcard,text/plain,text/csv,.vcf'

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
  const picker = useRef<HTMLInputElement>(null)
  const { text, uploads, preview, translation, isUploading, hasProblem, unknownVariable, canSend, insert, send } =
    composer
  return (
    <div className={classes.tools}>
      <ActionIcon
        aria-label={t`Attach a file`}
        data-tip={t`Attach a file`}
        onClick={() => attachments.gate(() => picker.current?.click())}
      >
        <IconPaperclip size={18} stroke={1.75} />
      </ActionIcon>
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
      <ActionIcon
        aria-label={t`Schedule message`}
        data-tip={t`Schedule`}
        disabled={isUploading || hasProblem}
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
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={ACCEPT}
        onChange={(event) => {
          attachments.add(event.currentTarget.files ?? [])
          event.currentTarget.value = ''
        }}
      />
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
