/** Matches web addresses in a text, without punctuation that ends the sentence. */
const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'])/g

/** Splits a text at web addresses; every second part is one. */
export const splitAtLinks = (text: string): string[] => text.split(LINK)

const LINK_MAX = 2000

/** Returns the first web address in a text that can be fetched. */
export function firstLink(text: string): string | null {
  const link = splitAtLinks(text.slice(0, 10_000))[1]
  return link !== undefined && link.length <= LINK_MAX && URL.canParse(link) ? link : null
}
