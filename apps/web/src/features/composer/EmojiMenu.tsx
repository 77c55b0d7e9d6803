import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Popover } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyWithRetry } from '../../ui/lazy/lazy-with-retry.ts'
import classes from './Composer.module.css'

const EmojiPanel = lazyWithRetry(async () => ({ default: (await import('./EmojiPanel.tsx')).EmojiPanel }))

export function EmojiMenu({ onSelect }: { onSelect: (emoji: string) => void }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(true)
  const select = (emoji: string) => {
    setIsOpen(false)
    onSelect(emoji)
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="top-start" shadow="md" trapFocus radius={8}>
      <Popover.Target>
        <ActionIcon aria-label={t`Emoji`} onClick={() => setIsOpen(!isOpen)}>
          <IconMoodSmile size={18} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t`Emoji`}>
        <Suspense
          fallback={
            <div className={classes.emojiLoading} role="status">
              <Trans>Loading emoji…</Trans>
            </div>
          }
        >
          {isOpen && <EmojiPanel onSelect={select} />}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
