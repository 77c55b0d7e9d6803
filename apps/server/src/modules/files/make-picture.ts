import { PICTURE_MAX_BYTES, PICTURE_MAX_PIXELS } from '@frontdesk/contract/rules'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { AppError } from '../../platform/errors.ts'

const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

/** Converts a picture to a WebP of this size without metadata; what does not fit is cut off evenly. */
export async function makePicture(contents: Uint8Array, size: { width: number; height: number }): Promise<Uint8Array> {
  if (contents.length > PICTURE_MAX_BYTES) throw new AppError('PictureTooLarge')
  // Sniff the contents: SVG is text and may contain scripts.
  const type = await fileTypeFromBuffer(contents)
  if (!type || !PICTURE_TYPES.includes(type.mime)) throw new AppError('PictureUnreadable')
  const { width = 0, height = 0 } = await sharp(contents, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }))
  if (width * height > PICTURE_MAX_PIXELS) throw new AppError('PictureTooLarge')
  try {
    return await sharp(contents, { limitInputPixels: PICTURE_MAX_PIXELS })
      .rotate()
      .resize({ ...size, fit: 'cover' })
      .webp({ quality: 84 })
      .toBuffer()
  } catch {
    throw new AppError('PictureUnreadable')
  }
}
