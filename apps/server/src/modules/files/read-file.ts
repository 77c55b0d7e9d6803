import { ATTACHMENT_TYPES, MMS_OTHER_MAX_BYTES } from '@frontdesk/contract/rules'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { AppError } from '../../platform/errors.ts'

export interface ReadFile {
  contents: Uint8Array
  contentType: string
  width: number | null
  height: number | null
}

/** Pictures beyond this are scaled down; handsets show no more, and carriers refuse heavy ones. */
const PICTURE_MAX_SIDE = 2048
const PICTURE_MAX_BYTES = 1_000_000
/** Guards against pictures that are small on disk and huge in memory. */
const PICTURE_MAX_PIXELS = 60_000_000

/** The kind of a file, from its content and never from its name; null for kinds we do not take. */
export async function sniffType(contents: Uint8Array): Promise<string | null> {
  const found = await fileTypeFromBuffer(contents)
  const type = found ? (ALIASES[found.mime] ?? found.mime) : textType(contents)
  return type && (ATTACHMENT_TYPES as readonly string[]).includes(type) ? type : null
}

const ALIASES: Record<string, string> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/vnd.wave': 'audio/wav',
  'audio/ogg; codecs=opus': 'audio/ogg',
}

function textType(contents: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(contents)
    if (text.includes('\0') || text.trim() === '') return null
    return /^\s*BEGIN:VCARD/i.test(text) ? 'text/vcard' : 'text/plain'
  } catch {
    return null
  }
}

/** Makes an upload fit for carriers: pictures lose their location data and excess size, everything else must be small already. */
export async function readUpload(contents: Uint8Array): Promise<ReadFile> {
  const contentType = await sniffType(contents)
  if (!contentType) throw new AppError('UnsupportedMediaType')
  if (contentType.startsWith('image/')) return fitPicture(contents, contentType)
  if (contents.length > MMS_OTHER_MAX_BYTES) throw new AppError('AttachmentTooLarge')
  return { contents, contentType, width: null, height: null }
}

async function fitPicture(contents: Uint8Array, contentType: string): Promise<ReadFile> {
  try {
    if (contentType === 'image/gif') {
      // Re-encode all frames, which strips comments and any data appended to the file.
      const animation = sharp(contents, { limitInputPixels: PICTURE_MAX_PIXELS, animated: true }).gif()
      const { data, info } = await animation.toBuffer({ resolveWithObject: true })
      if (data.length <= PICTURE_MAX_BYTES)
        return { contents: data, contentType, width: info.width, height: info.pageHeight ?? info.height }
    }
    const upright = sharp(contents, { limitInputPixels: PICTURE_MAX_PIXELS })
      .rotate()
      .resize({ width: PICTURE_MAX_SIDE, height: PICTURE_MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    if (contentType === 'image/png') {
      const png = await upright.clone().png().toBuffer({ resolveWithObject: true })
      if (png.data.length <= PICTURE_MAX_BYTES)
        return { contents: png.data, contentType, width: png.info.width, height: png.info.height }
    }
    const jpeg = await upright
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return { contents: jpeg.data, contentType: 'image/jpeg', width: jpeg.info.width, height: jpeg.info.height }
  } catch {
    throw new AppError('UnsupportedMediaType')
  }
}

const THUMBNAIL_SIDE = 320

/** A small WebP of what is really a picture, and of nothing else; null for what is none. */
export async function makeThumbnail(
  contents: Uint8Array,
): Promise<{ contents: Uint8Array; width: number; height: number } | null> {
  // From the content, never from what it says of itself; a drawing (SVG) is text and may hold scripts.
  const type = await sniffType(contents)
  if (!type?.startsWith('image/')) return null
  try {
    const { data, info } = await sharp(contents, { limitInputPixels: PICTURE_MAX_PIXELS })
      .rotate()
      .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer({ resolveWithObject: true })
    return { contents: data, width: info.width, height: info.height }
  } catch {
    return null
  }
}

/** Width and height of a picture as it is shown; nulls for what is none. */
export async function measure(contents: Uint8Array): Promise<{ width: number | null; height: number | null }> {
  const found = await sharp(contents, { limitInputPixels: PICTURE_MAX_PIXELS })
    .metadata()
    .catch(() => null)
  if (!found?.width || !found.height) return { width: null, height: null }
  const isSideways = (found.orientation ?? 1) >= 5
  return isSideways ? { width: found.height, height: found.width } : { width: found.width, height: found.height }
}
