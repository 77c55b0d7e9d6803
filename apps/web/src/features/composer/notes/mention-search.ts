/** Returns the start of a name typed after an @ before the caret, and its position. */
export function mentionAt(text: string, caret: number): { term: string; from: number } | null {
  const match = /(?:^|\s)@([\p{L}\p{M}\p{N}'’.-]*(?: [\p{L}\p{M}\p{N}'’.-]*)?)$/u.exec(text.slice(0, caret))
  const term = match?.[1]
  return term === undefined ? null : { term, from: caret - term.length - 1 }
}

/** Finds people whose name, or a word of it, starts with the term. */
export function findMentionable<Person extends { userName: string }>(
  people: readonly Person[],
  term: string,
): Person[] {
  const searched = term.trim().toLocaleLowerCase()
  return people
    .filter(({ userName }) => {
      const name = userName.toLocaleLowerCase()
      return name.startsWith(searched) || name.split(' ').some((word) => word.startsWith(searched))
    })
    .slice(0, 6)
}
