import { LinkedText } from './LinkedText.tsx'
import classes from './NoteBubble.module.css'

interface Props {
  text: string
  mentions: readonly { displayName: string }[]
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A note's text with its mentions highlighted. */
export function MentionedText({ text, mentions }: Props) {
  if (mentions.length === 0) return <LinkedText text={text} />
  // The longest name first: "@Ann Lee" is not "@Ann".
  const names = mentions.map(({ displayName }) => escapePattern(displayName)).sort((a, b) => b.length - a.length)
  return text.split(new RegExp(`(@(?:${names.join('|')}))`, 'u')).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its parts' order.
      <span key={at} className={classes.mention}>
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above.
      <LinkedText key={at} text={part} />
    ),
  )
}
