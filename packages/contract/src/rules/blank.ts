const NOTHING_VISIBLE = /^[\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u

/** Whether a text is empty or consists of whitespace and zero-width characters. */
export const isBlank = (text: string): boolean => NOTHING_VISIBLE.test(text)

/** Text on one line, with single spaces. */
export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
