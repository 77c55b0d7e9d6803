type Raw = Record<string, unknown>

/**
 * Wraps the reader of a route's search parameters. The router merges what a reader returns over the raw parameters, so
 * a value that the reader left out, such as a range that does not exist, would reach the screen as it is in the URL.
 */
export const knownSearch =
  <Search extends object>(read: (raw: Raw) => Search) =>
  (raw: Raw): Search => ({ ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])), ...read(raw) })
