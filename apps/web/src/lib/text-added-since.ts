/** The text typed while an earlier version was being saved. */
export const textAddedSince = (now: string, saved: string): string =>
  now.startsWith(saved) ? now.slice(saved.length).trimStart() : now
