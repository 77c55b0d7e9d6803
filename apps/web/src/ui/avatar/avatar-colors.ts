/** 39 colors, all dark enough for white initials (contrast of at least 4.5, as WCAG AA requires). */
export const AVATAR_COLORS = [
  '#a74449',
  '#a34d17',
  '#935b00',
  '#776b00',
  '#4e7717',
  '#007e4c',
  '#007f74',
  '#007a96',
  '#0070ac',
  '#4b63b3',
  '#7256aa',
  '#8d4b92',
  '#9f4470',
  '#7d3d35',
  '#774419',
  '#6a4d01',
  '#54570f',
  '#365e2c',
  '#006248',
  '#006162',
  '#005d76',
  '#285582',
  '#484c83',
  '#5f447a',
  '#703e67',
  '#7a3b4f',
  '#955951',
  '#8f5f3c',
  '#816831',
  '#6d7037',
  '#53774a',
  '#367b62',
  '#227a7a',
  '#2d768d',
  '#476f99',
  '#61679a',
  '#775f91',
  '#885a7f',
  '#925869',
] as const

/** The same person has the same color everywhere. */
export function avatarColor(key: string): string {
  let hash = 0
  for (const character of key) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return AVATAR_COLORS[hash % AVATAR_COLORS.length] ?? AVATAR_COLORS[0]
}
