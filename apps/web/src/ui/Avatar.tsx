import { IconUser } from '@tabler/icons-react'
import classes from './Avatar.module.css'
import { avatarColor } from './avatar-colors.ts'

interface Props {
  name: string
  /** What the colour follows: an id that stays when the name changes. */
  colorKey: string
  size?: number
}

/** Initials in the person's colour. Decoration: the name always stands beside it. */
export function Avatar({ name, colorKey, size = 36 }: Props) {
  const letters = initials(name)
  return (
    <span
      aria-hidden="true"
      className={classes.root}
      data-letters={letters}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38), background: avatarColor(colorKey) }}
    >
      {letters === '' && <IconUser size={Math.round(size * 0.55)} stroke={1.75} />}
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
