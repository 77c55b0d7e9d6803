/** What somebody wrote on while the words before it were being saved. */
export const textAddedSince = (now: string, saved: string): string =>
  now.startsWith(saved) ? now.slice(saved.length).trimStart() : now
