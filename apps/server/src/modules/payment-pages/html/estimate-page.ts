import { type Html, html } from '../../../platform/pages/html.ts'
import type { ShownDocument } from '../read-document.ts'
import { businessHead, dateText, documentFoot, errorText, lineTable, totalsList } from './parts.ts'
import type { PageContext } from './respond.ts'

/** An estimate, to approve or decline. */
export function estimatePage(context: PageContext, shown: ShownDocument, { error }: { error: string | null }): Html {
  const { texts } = context
  const { status, validUntil, invoiceNumber } = shown.document
  return html`
${businessHead(shown)}
<h1>${texts.estimate(invoiceNumber)}</h1>
${errorText(error)}
<p role="status"><strong>${texts.statuses[status]}</strong></p>
${validUntil !== null && html`<p class="soft">${texts.validUntil(dateText(context, validUntil))}</p>`}
${lineTable(context, shown)}
${totalsList(context, shown)}
${documentFoot(context, shown)}`
}
