import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { AVATAR_COLORS } from '../avatar/avatar-colors.ts'

type Color = (typeof AVATAR_COLORS)[number]

/** Names of the 39 colors. */
const COLOR_NAMES: Record<Color, MessageDescriptor> = {
  '#a74449': msg`Red`,
  '#a34d17': msg`Rust`,
  '#935b00': msg`Amber`,
  '#776b00': msg`Olive`,
  '#4e7717': msg`Leaf`,
  '#007e4c': msg`Green`,
  '#007f74': msg`Teal`,
  '#007a96': msg`Cyan`,
  '#0070ac': msg`Blue`,
  '#4b63b3': msg`Indigo`,
  '#7256aa': msg`Violet`,
  '#8d4b92': msg`Purple`,
  '#9f4470': msg`Magenta`,
  '#7d3d35': msg`Mahogany`,
  '#774419': msg`Brown`,
  '#6a4d01': msg`Bronze`,
  '#54570f': msg`Moss`,
  '#365e2c': msg`Forest`,
  '#006248': msg`Emerald`,
  '#006162': msg`Pine`,
  '#005d76': msg`Petrol`,
  '#285582': msg`Navy`,
  '#484c83': msg`Midnight`,
  '#5f447a': msg`Grape`,
  '#703e67': msg`Plum`,
  '#7a3b4f': msg`Wine`,
  '#955951': msg`Terracotta`,
  '#8f5f3c': msg`Copper`,
  '#816831': msg`Mustard`,
  '#6d7037': msg`Khaki`,
  '#53774a': msg`Sage`,
  '#367b62': msg`Jade`,
  '#227a7a': msg`Lagoon`,
  '#2d768d': msg`Ocean`,
  '#476f99': msg`Steel`,
  '#61679a': msg`Slate`,
  '#775f91': msg`Lavender`,
  '#885a7f': msg`Mauve`,
  '#925869': msg`Rose`,
}

export const NAMED_COLORS = AVATAR_COLORS.map((hex) => ({ hex, name: COLOR_NAMES[hex] }))

/** Parses a typed hex color to six lowercase digits; three digits are doubled. Null if it is not a color. */
export function readHex(text: string): string | null {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? []
  if (!digits) return null
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return `#${six.toLowerCase()}`
}
