/** Only a path of our own may be the place to go back to: anything else would send people to strangers. */
export function safeRedirect(path: string | undefined): string {
  if (!path?.startsWith('/') || path.startsWith('//') || path.startsWith('/\\')) return '/'
  const url = new URL(path, location.origin)
  return url.origin === location.origin && !url.pathname.startsWith('/auth/') && url.pathname !== '/logout'
    ? url.pathname + url.search + url.hash
    : '/'
}
