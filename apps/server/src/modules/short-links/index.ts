export { isTrackedForm, previewLinks, shortenForMessage, trackLinks } from './create-short-link.ts'
export { shortLinkBase } from './queries.ts'
