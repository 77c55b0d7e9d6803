type Raw = Record<string, unknown>

/**
 * Wraps the reader of a route's search parameters so that the route gets only what the reader returns. The router
 * merges it over the raw parameters, so a value that the reader left out, such as an unknown range, would reach the
 * screen.
 */
export const validSearch =
  <Search extends object>(read: (raw: Raw) => Search) =>
  (raw: Raw): Search => ({ ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])), ...read(raw) })
