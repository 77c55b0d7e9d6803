import { type Html, html } from '../../../platform/pages/html.ts'
import type { LinkedDocument } from '../read-document.ts'
import { businessHead, errorText } from './parts.ts'
import type { PageContext } from './respond.ts'

/** Asks for the last digits of the number before anything about the contact is shown. */
export const digitsPage = (
  context: PageContext,
  linked: LinkedDocument,
  { path, error, isExpired }: { path: string; error: string | null; isExpired: boolean },
): Html => {
  const { texts, link } = context
  return html`
${businessHead(context, linked)}
<h1>${texts.digitsTitle}</h1>
${isExpired && html`<p class="notice">${texts.renew}</p>`}
<p>${texts.digitsWhy(linked.businessName)}</p>
${errorText(error)}
<form method="post" action="${link(path)}">
<label for="digits">${texts.digits}</label>
<input id="digits" name="digits" required inputmode="numeric" autocomplete="off" pattern="\\s*[0-9]{4}\\s*" maxlength="6" autofocus>
<div class="actions"><button class="main">${texts.show}</button></div>
</form>`
}

/** An earlier version, with a link to the newest one. */
export const replacedPage = (context: PageContext, linked: LinkedDocument, newestPath: string): Html => {
  const { texts, link } = context
  return html`
${businessHead(context, linked)}
<h1>${texts.replacedTitle}</h1>
<p>${texts.replacedNote}</p>
<div class="actions"><a class="button main" href="${link(newestPath)}">${texts.showNewest}</a></div>`
}
