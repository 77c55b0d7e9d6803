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

/** Larger pictures are scaled down: phones show no more, and carriers reject large files. */
const MAX_PICTURE_SIDE = 2048
const MAX_PICTURE_BYTES = 1_000_000
/** Guards against decompression bombs. */
const MAX_PICTURE_PIXELS = 60_000_000

/** Detects the type of a file from its contents, not its name; null for unsupported types. */
export async function sniffType(contents: Uint8Array): Promise<string | null> {
  const metadata = await fileTypeFromBuffer(contents)
  const type = metadata ? (ALIASES[metadata.mime] ?? metadata.mime) : textType(contents)
  return type && ATTACHMENT_TYPES.some((supported) => supported === type) ? type : null
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

/**
 * Prepares an upload for carriers: strips metadata from pictures and shrinks them; other files must be small enough.
 */
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
      const animation = sharp(contents, { limitInputPixels: MAX_PICTURE_PIXELS, animated: true }).gif()
      const { data, info } = await animation.toBuffer({ resolveWithObject: true })
      if (data.length <= MAX_PICTURE_BYTES)
        return { contents: data, contentType, width: info.width, height: info.pageHeight ?? info.height }
    }
    const upright = sharp(contents, { limitInputPixels: MAX_PICTURE_PIXELS })
      .rotate()
      .resize({ width: MAX_PICTURE_SIDE, height: MAX_PICTURE_SIDE, fit: 'inside', withoutEnlargement: true })
    if (contentType === 'image/png') {
      const png = await upright.clone().png().toBuffer({ resolveWithObject: true })
      if (png.data.length <= MAX_PICTURE_BYTES)
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

/** Creates a WebP thumbnail; null if the contents are not a picture. */
export async function makeThumbnail(
  contents: Uint8Array,
): Promise<{ contents: Uint8Array; width: number; height: number } | null> {
  // Sniff the contents: SVG is detected as text and rejected, because it may contain scripts.
  const type = await sniffType(contents)
  if (!type?.startsWith('image/')) return null
  try {
    const { data, info } = await sharp(contents, { limitInputPixels: MAX_PICTURE_PIXELS })
      .rotate()
      .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer({ resolveWithObject: true })
    return { contents: data, width: info.width, height: info.height }
  } catch {
    return null
  }
}

/** Width and height of a picture as displayed; nulls for other files. */
export async function measure(contents: Uint8Array): Promise<{ width: number | null; height: number | null }> {
  const metadata = await sharp(contents, { limitInputPixels: MAX_PICTURE_PIXELS })
    .metadata()
    .catch(() => null)
  if (!metadata?.width || !metadata.height) return { width: null, height: null }
  const isSideways = (metadata.orientation ?? 1) >= 5
  return isSideways
    ? { width: metadata.height, height: metadata.width }
    : { width: metadata.width, height: metadata.height }
}
