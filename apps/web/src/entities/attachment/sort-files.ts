import { MMS_OTHER_MAX_BYTES, UPLOAD_MAX_BYTES } from '@frontdesk/contract/rules'

export interface SortedFiles {
  fitting: File[]
  notAllowed: File[]
  tooLarge: File[]
}

/** Sorts by the type that the browser reports; the server detects the type from the content. */
const MAY_GO =
  /^(image\/(jpeg|png|gif|webp)|video\/(mp4|quicktime|3gpp)|audio\/.+|application\/pdf|text\/(x-)?(vcard|plain|csv)|)$/
const CARD = /\.vcf$/i

export function sortFiles(files: Iterable<File>): SortedFiles {
  const sorted: SortedFiles = { fitting: [], notAllowed: [], tooLarge: [] }
  for (const file of files) {
    const limit = file.type.startsWith('image/') ? UPLOAD_MAX_BYTES : MMS_OTHER_MAX_BYTES
    if (!MAY_GO.test(file.type) && !CARD.test(file.name)) sorted.notAllowed.push(file)
    else if (file.size > limit) sorted.tooLarge.push(file)
    else sorted.fitting.push(file)
  }
  return sorted
}
