import { createHash } from 'node:crypto'
import { localeOf, type PageLanguage } from '@frontdesk/contract/rules'
import type { PageContext } from './context.ts'
import { Html, html } from './html.ts'

/** Each language in its own words. */
const LANGUAGE_NAMES: Record<PageLanguage, string> = { en: 'English', es: 'Español', fr: 'Français' }

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1a1d21, #e9ecef); --soft: light-dark(#596066, #a6adb4);
  --line: light-dark(#d5dae0, #3b4046); --page: light-dark(#fff, #16181b); --raised: light-dark(#f6f7f9, #1f2226);
  --error: light-dark(#b02020, #ff9a9a);
  font: 16px/1.5 system-ui, sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); }
main { max-width: 640px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 8px; overflow-wrap: anywhere; text-wrap: balance; }
h2 { font-size: 1.0625rem; margin: 28px 0 8px; }
p { margin: 8px 0; overflow-wrap: anywhere; white-space: pre-line; }
.soft { color: var(--soft); }
.error { color: var(--error); font-weight: 600; }
nav { display: flex; flex-wrap: wrap; gap: 8px; margin: 12px 0; }
ul { list-style: none; margin: 12px 0; padding: 0; display: grid; gap: 8px; }
a { color: inherit; }
.card { display: block; padding: 14px 16px; border: 1px solid var(--line); border-left: 5px solid var(--c, var(--line));
  border-radius: 8px; text-decoration: none; }
.cover { display: block; width: 100%; height: auto; aspect-ratio: 16 / 9; object-fit: cover; border-radius: 8px;
  margin-bottom: 16px; }
.logo { display: block; max-width: 200px; max-height: 60px; width: auto; height: auto; border-radius: 6px; background: #fff;
  padding: 4px; margin-left: -4px; }
.card strong { display: block; }
.card .cover { margin-bottom: 10px; border-radius: 4px; }
.card:hover { background: var(--raised); }
.slots { grid-template-columns: repeat(auto-fill, minmax(120px, 1fr)); }
.slots form { display: contents; }
.day { border-bottom: 1px solid var(--line); }
.day summary { cursor: pointer; padding: 12px 0; }
.day h2 { display: inline; margin: 0; }
.day .slots { margin: 0 0 16px; }
button, .button, input, select, textarea { font: inherit; min-height: 44px; border-radius: 8px; border: 1px solid var(--line);
  background: var(--page); color: inherit; padding: 8px 14px; }
button, .button { cursor: pointer; text-decoration: none; display: inline-flex; align-items: center; justify-content: center;
  flex-wrap: wrap; column-gap: 6px; }
button:hover, .button:hover { background: var(--raised); }
.main { background: var(--brand); color: var(--on-brand); border-color: var(--brand); font-weight: 600; }
.main:hover { background: var(--brand); filter: brightness(0.92); }
.slots button { width: 100%; }
.slots small { color: var(--soft); width: 100%; }
label { display: block; margin: 14px 0 4px; font-weight: 600; }
label small { font-weight: 400; color: var(--soft); }
input, select, textarea { width: 100%; }
input[type=checkbox], input[type=radio] { width: 22px; min-height: 22px; height: 22px; margin: 2px 10px 0 0; flex: none; }
.check { display: flex; font-weight: 400; align-items: flex-start; margin: 4px 0 0; padding: 10px 0; }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 20px; }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, textarea:focus-visible,
summary:focus-visible {
  outline: 3px solid var(--text); outline-offset: 2px; }
footer { margin-top: 40px; }
fieldset { border: 1px solid var(--line); border-radius: 8px; margin: 20px 0 0; padding: 4px 16px 12px; min-width: 0; }
fieldset:has([type=radio][value=other]:not(:checked)) .other { display: none; }
legend { font-weight: 600; padding: 0 6px; }
table { width: 100%; border-collapse: collapse; margin: 20px 0 8px; }
th { text-align: start; font-weight: 600; font-size: 0.875rem; color: var(--soft); }
th, td { padding: 8px 0 8px 8px; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
th:first-child, td:first-child { padding-left: 0; }
.number { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
.totals { margin: 8px 0 0 auto; max-width: 320px; font-variant-numeric: tabular-nums; }
.totals div { display: flex; justify-content: space-between; gap: 16px; padding: 4px 0; }
.totals dd { margin: 0; }
.strong { font-weight: 600; }
.amount { font-size: 1.5rem; }
.amount span { display: block; font-size: 0.875rem; color: var(--soft); }
.notice { border: 1px solid var(--line); border-left: 5px solid var(--brand); border-radius: 8px; padding: 12px 16px; }
@media (pointer: coarse) {
  a:not(.button, .card) { position: relative; }
  a:not(.button, .card)::before { content: ""; position: absolute; inset: calc(50% - 22px) 0; }
}`

/** Adds the visitor's own time where it differs from that of the location. */
const SCRIPT = `for (const time of document.querySelectorAll('time[data-zone]')) {
  const at = new Date(time.dateTime), style = { hour: 'numeric', minute: '2-digit' }, { locale } = document.body.dataset;
  const here = (format) => at.toLocaleString(locale, format)
    .replace(/([ap])\\.\\s?m\\./, (_, half) => half.toUpperCase() + 'M')
    .replace(/ h (?=\\d)/, '\\u00a0h\\u00a0');
  const isSame = (format) => here(format) === here({ ...format, timeZone: time.dataset.zone });
  const isSameDay = isSame({ day: 'numeric' });
  if (isSameDay && isSame(style)) continue;
  const own = document.createElement('small');
  own.textContent = ' ' + here(isSameDay ? style : { ...style, weekday: 'short' }) + ' (' + time.dataset.own + ')';
  time.after(own);
}
for (const form of document.forms) form.addEventListener('submit', () => setTimeout(() => {
  for (const button of form.querySelectorAll('button')) button.disabled = true;
}));
addEventListener('pageshow', () => { for (const button of document.querySelectorAll('button')) button.disabled = false; });`

const LIVE_SECONDS = 20

/** Reloads a visible page whose content has changed, unless the visitor has started to fill in a form on it. */
const LIVE_SCRIPT = `{
  const contentOf = (page) => page.querySelector('main').dataset.content;
  let isEdited = false;
  addEventListener('input', () => { isEdited = true; });
  const check = async () => {
    if (document.hidden || isEdited) return;
    const response = await fetch(location.href);
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (contentOf(page) !== contentOf(document) && !isEdited) location.reload();
  };
  const checkIfOnline = () => check().catch(() => {});
  setInterval(checkIfOnline, ${LIVE_SECONDS * 1000});
  document.addEventListener('visibilitychange', checkIfOnline);
}`

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64')
const hashOf = (text: string) => `'sha256-${digestOf(text)}'`
const SCRIPT_HASHES = [SCRIPT, LIVE_SCRIPT].map(hashOf).join(' ')

/**
 * The policy of a page: its own style and scripts, forms and requests to its own site, and frames on the sites of the
 * business.
 */
export const contentPolicy = (embeddingSites: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${SCRIPT_HASHES}`,
    "style-src 'unsafe-inline'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${embeddingSites.length > 0 ? embeddingSites.join(' ') : "'none'"}`,
  ].join('; ')

/** Relative luminance of a color. https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Black or white, whichever has more contrast: with one of them it is at least 4.5. */
const textOn = (color: string): string => (luminance(color) > 0.179 ? '#000' : '#fff')

interface PageParts {
  title: string
  color: string
  /** The color of texts on it. Default: the one with more contrast. */
  onColor?: string | undefined
  body: Html
  /** Loads the page again after so many seconds, or another address. */
  refresh?: { seconds: number; to: string } | undefined
  /** Whether an open page reloads when its content changes. */
  isLive?: boolean | undefined
}

/** A whole page. */
export function layout<Texts>(
  { language, languages, path, query, link }: PageContext<Texts>,
  { title, color, onColor = textOn(color), body, refresh, isLive }: PageParts,
): string {
  const others = languages.filter((each) => each !== language)
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${refresh && html`<meta http-equiv="refresh" content="${refresh.seconds};url=${refresh.to}">`}
<meta name="description" content="${title}">
<title>${title}</title>
<style>${new Html(STYLE)}
:root { --brand: ${color}; --on-brand: ${onColor}; }</style>
</head>
<body data-locale="${localeOf(language)}">
<main${isLive && html` data-content="${digestOf(body.markup)}"`}>
${body}
${
  others.length > 0 &&
  html`<footer><nav aria-label="${LANGUAGE_NAMES[language]}">${others.map(
    (other) =>
      html`<a class="button" lang="${other}" hreflang="${other}" href="${link(path, { ...query, lang: other })}">${LANGUAGE_NAMES[other]}</a>`,
  )}</nav></footer>`
}
</main>
${isLive && html`<script>${new Html(LIVE_SCRIPT)}</script>`}
<script>${new Html(SCRIPT)}</script>
</body>
</html>`
  return page.markup
}
