/** The tag with this spelling, whatever its case. */
export function sameTag(tags: readonly string[], typed: string): string | undefined {
  const searched = typed.trim().toLowerCase()
  return tags.find((tag) => tag === typed.trim()) ?? tags.find((tag) => tag.toLowerCase() === searched)
}
