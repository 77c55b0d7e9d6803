export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** A page of the sandbox’s Stripe for the business’s customers or owner. */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="/sandbox/ui/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/sandbox/ui/style.css">
  </head>
  <body class="consent checkout">
    <main>${body}</main>
  </body>
</html>`

export const message = (title: string, text: string): string =>
  page(title, `<div class="consent-card"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></div>`)
