/** Above it a color is light. */
const LIGHT_FROM = 0.65

/** Whether text on a color of six hex digits has to be light, by its luminance. */
export function isDarkColor(hex: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255 < LIGHT_FROM
}
