/** A color code of three or six hex digits, as people write it. */
export const HEX_COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/** The code with six digits: #abc is short for #aabbcc. */
export const expandHexColor = (hex: string): string =>
  hex.length === 4 ? `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}` : hex

/** Above it a color is light. */
const LIGHT_FROM = 0.65

/** Whether text on a color has to be light, by its luminance. */
export function isDarkColor(hex: string): boolean {
  const digits = expandHexColor(hex)
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255 < LIGHT_FROM
}
