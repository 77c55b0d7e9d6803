/** A rendered email, with the same content as plain text and HTML. */
export interface Mail {
  subject: string
  text: string
  html: string
}

export interface EmailContent {
  /** English, unless it is for a contact who reads another language. */
  language?: string
  subject: string
  /** Preview text in the inbox; defaults to the first line. */
  preview?: string
  heading: string
  /** Paragraphs, as plain text. */
  lines: string[]
  action?: { label: string; url: string }
  /** Text above the link that the button leads to. */
  linkHint?: string
  /** Rows of a small table, such as device and time. */
  details?: { label: string; value: string }[]
  /** Secondary text after the button, such as how long the link works. */
  closing?: string[]
  /** Name in the footer. */
  sender?: string
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const paragraph = (text: string, style: string) => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`

/** Renders an email. Uses tables and inline styles only, which all email clients support. */
export function renderEmail({
  language = 'en',
  subject,
  preview,
  heading,
  lines,
  action,
  linkHint = 'Or paste this link into your browser:',
  details = [],
  closing = [],
  sender = 'Frontdesk',
}: EmailContent): Mail {
  const cleanSubject = subject.replace(/\s+/g, ' ').trim()
  const text = [
    heading,
    ...lines,
    ...(details.length > 0 ? [details.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...closing,
    `-- \n${sender}`,
  ].join('\n\n')

  const primaryStyle = 'color:#1b1e23;font-size:15px;line-height:1.5'
  const secondaryStyle = 'color:#5a626c;font-size:13px;line-height:1.5'
  const detailRows = details
    .map(
      ({ label, value }) =>
        `<tr><th align="left" scope="row" style="padding:2px 16px 2px 0;font-weight:400;${secondaryStyle}">${escapeHtml(label)}</th><td style="padding:2px 0;${primaryStyle};font-size:14px">${escapeHtml(value)}</td></tr>`,
    )
    .join('')
  const button = action
    ? `<p style="margin:8px 0 24px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:#4263eb;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>` +
      `<p style="margin:0 0 16px;${secondaryStyle}">${escapeHtml(linkHint)}<br><a href="${escapeHtml(action.url)}" style="color:#3b5bdb;word-break:break-all">${escapeHtml(action.url)}</a></p>`
    : ''
  const html = `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(cleanSubject)}</title></head>
<body style="margin:0;padding:0;background:#f6f7f9;${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview ?? lines[0] ?? '')}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f7f9"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #dfe3e8;border-radius:8px"><tr><td style="padding:28px;${FONT}">
<h1 style="margin:0 0 16px;color:#1b1e23;font-size:20px;line-height:1.3;font-weight:600">${escapeHtml(heading)}</h1>
${lines.map((line) => paragraph(line, primaryStyle)).join('\n')}
${detailRows ? `<table cellpadding="0" cellspacing="0" style="margin:0 0 16px">${detailRows}</table>` : ''}
${button}
${closing.map((line) => paragraph(line, secondaryStyle)).join('\n')}
</td></tr></table>
<p style="margin:16px 0 0;color:#5a626c;font-size:12px;${FONT}">${escapeHtml(sender)}</p>
</td></tr></table>
</body></html>`
  return { subject: cleanSubject, text, html }
}
