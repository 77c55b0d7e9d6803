const GSM7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const GSM7_EXTENDED = new Set('\f^{}\\[~]|€')

/**
 * Number of segments that the carrier bills. Deliberately independent of the product's own counter: a difference
 * between the two reveals a bug in one of them.
 */
export function countSegments(text: string): number {
  const costs = [...text].map((character) => (GSM7.has(character) ? 1 : GSM7_EXTENDED.has(character) ? 2 : 0))
  const isGsm = !costs.includes(0)
  const sizes = isGsm ? costs : [...text].map((character) => character.length)
  const [single, part] = isGsm ? [160, 153] : [70, 67]

  if (sizes.reduce((sum, size) => sum + size, 0) <= single) return 1
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > part) {
      segments += 1
      used = 0
    }
    used += size
  }
  return segments
}
