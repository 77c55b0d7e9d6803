import { Trans, useLingui } from '@lingui/react/macro'
import {
  EmojiPicker,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
} from 'frimousse'
import classes from './EmojiPanel.module.css'

/** Loaded only when it is opened. */
export function EmojiPanel({ onSelect }: { onSelect: (emoji: string) => void }) {
  const { t } = useLingui()
  return (
    <EmojiPicker.Root
      className={classes.root}
      emojibaseUrl={`${location.origin}/emoji`}
      columns={8}
      onEmojiSelect={({ emoji }) => onSelect(emoji)}
    >
      <EmojiPicker.Search
        className={classes.search}
        placeholder={t`Search emoji`}
        aria-label={t`Search emoji`}
        autoFocus
      />
      <EmojiPicker.Viewport className={classes.viewport}>
        <EmojiPicker.Loading className={classes.note}>
          <Trans>Loading emoji…</Trans>
        </EmojiPicker.Loading>
        <EmojiPicker.Empty className={classes.note}>
          <Trans>No emoji found</Trans>
        </EmojiPicker.Empty>
        <EmojiPicker.List className={classes.list} components={PARTS} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}

function CategoryHeader({ category, ...props }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div {...props} className={classes.category}>
      {category.label}
    </div>
  )
}

function Row({ children, ...props }: EmojiPickerListRowProps) {
  return (
    <div {...props} className={classes.row}>
      {children}
    </div>
  )
}

function Emoji({ emoji, ...props }: EmojiPickerListEmojiProps) {
  return (
    <button type="button" {...props} className={classes.emoji} data-active={emoji.isActive || undefined}>
      {emoji.emoji}
    </button>
  )
}

const PARTS = { CategoryHeader, Row, Emoji }
