/** What of a text is a web address; a sign after it that ends a sentence is none of it. */
const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'])/g

/** The text in pieces: every second one is an address. */
export const splitAtLinks = (text: string): string[] => text.split(LINK)

const LINK_MAX = 2000

/** The first address in a text that can be looked up. */
export function firstLink(text: string): string | null {
  const link = splitAtLinks(text.slice(0, 10_000))[1]
  return link !== undefined && link.length <= LINK_MAX && URL.canParse(link) ? link : null
}
