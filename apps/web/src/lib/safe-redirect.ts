/** Only a path of this app is a valid redirect target; anything else would be an open redirect. */
export function safeRedirect(path: string | undefined): string {
  if (!path?.startsWith('/') || path.startsWith('//') || path.startsWith('/\\')) return '/'
  const url = new URL(path, location.origin)
  return url.origin === location.origin && !url.pathname.startsWith('/auth/') && url.pathname !== '/logout'
    ? url.pathname + url.search + url.hash
    : '/'
}
