/** Compares versions; negative if `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  return left.reduce((difference, part, i) => difference || part - (right[i] ?? 0), 0)
}
