/** The GSM-7 default alphabet (3GPP TS 23.038); everything else makes the whole message UCS-2. */
const GSM7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters that take two septets each. */
const GSM7_EXTENDED = new Set('\f^{}\\[~]|€')

/** Whether a character fits the cheap encoding. */
export const isGsmCharacter = (character: string): boolean => GSM7.has(character) || GSM7_EXTENDED.has(character)

export interface Segments {
  encoding: 'GSM-7' | 'UCS-2'
  /** Length in the units of the limits: septets or UTF-16 code units. */
  units: number
  segments: number
  /** Units left in the last segment. */
  left: number
}

/** Carrier segments: 160/153 septets in GSM-7, 70/67 code units in UCS-2. No character is split across segments. */
export function countSegments(text: string): Segments {
  const characters = [...text]
  const isGsm = characters.every(isGsmCharacter)
  const cost = (character: string) => (isGsm ? (GSM7_EXTENDED.has(character) ? 2 : 1) : character.length)
  const [single, multi] = isGsm ? [160, 153] : [70, 67]
  const encoding = isGsm ? 'GSM-7' : 'UCS-2'

  const units = characters.reduce((sum, character) => sum + cost(character), 0)
  if (units <= single) return { encoding, units, segments: units === 0 ? 0 : 1, left: single - units }

  let segments = 1
  let used = 0
  for (const character of characters) {
    const size = cost(character)
    if (used + size > multi) {
      segments += 1
      used = 0
    }
    used += size
  }
  return { encoding, units, segments, left: multi - used }
}
