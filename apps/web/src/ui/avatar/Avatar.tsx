import { IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './Avatar.module.css'
import { avatarColor } from './avatar-colors.ts'

interface Props {
  name: string
  /** Determines the color; an id, because the name may change. */
  colorKey: string
  size?: number
  /** The person's picture; without one, and until it has loaded, the initials are shown. */
  image?: string | null
  /** A presence dot; the text for it is elsewhere. */
  dot?: 'active' | 'away'
}

/** Picture or initials in the person's color. Decorative: the name is always beside it. */
export function Avatar({ name, colorKey, size = 36, image, dot }: Props) {
  const letters = initials(name)
  const [failed, setFailed] = useState<string>()
  const hasImage = Boolean(image) && failed !== image
  return (
    <span
      aria-hidden="true"
      className={classes.root}
      data-letters={letters}
      data-dot={dot}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38), background: avatarColor(colorKey) }}
    >
      {letters === '' && <IconUser size={Math.round(size * 0.55)} stroke={1.75} />}
      {hasImage && image && (
        <img src={image} alt="" className={classes.image} draggable={false} onError={() => setFailed(image)} />
      )}
    </span>
  )
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return [first, last]
    .map((word) => (word ? ([...word][0] ?? '') : ''))
    .join('')
    .toUpperCase()
}
