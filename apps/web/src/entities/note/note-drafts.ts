/** Notes that were typed and not added yet, by the list they are for. They last as long as the session on this tab. */
const drafts = new Map<string, string>()

export const noteDrafts = {
  get: (key: string): string => drafts.get(key) ?? '',
  write: (key: string, text: string) => {
    if (text === '') drafts.delete(key)
    else drafts.set(key, text)
  },
  forgetAll: () => drafts.clear(),
}
