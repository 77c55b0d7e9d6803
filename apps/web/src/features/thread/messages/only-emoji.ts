const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\s)+$/u
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u
const LARGE_MAX = 3
const LONGEST = 60

/** Whether a text is a few emoji and nothing else, which are shown large. */
export function isOnlyEmoji(text: string): boolean {
  if (text.length > LONGEST || !EMOJI.test(text) || !PICTOGRAPH.test(text)) return false
  const letters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)]
  return letters.filter(({ segment }) => segment.trim() !== '').length <= LARGE_MAX
}
