import { PICTURE_MAX_BYTES, PICTURE_MAX_PIXELS } from '@frontdesk/contract/rules'
import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { AppError } from '../../platform/errors.ts'

const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

interface Size {
  width: number
  height: number
}

/** Converts a picture to a WebP of this size without metadata; what does not fit is cut off evenly. */
export const makePicture = (contents: Uint8Array, size: Size): Promise<Uint8Array> =>
  remake(contents, async (picture) =>
    picture
      .resize({ ...size, fit: 'cover' })
      .webp({ quality: 84 })
      .toBuffer(),
  )

/** Converts a picture to a PNG without metadata that is not larger than this size. */
export const makeLogo = (contents: Uint8Array, size: Size): Promise<Size & { contents: Uint8Array }> =>
  remake(contents, async (picture) => {
    const { data, info } = await picture
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    return { contents: data, width: info.width, height: info.height }
  })

/** Decodes an upload that is a picture of a reasonable size, upright. */
async function remake<Made>(contents: Uint8Array, make: (picture: Sharp) => Promise<Made>): Promise<Made> {
  if (contents.length > PICTURE_MAX_BYTES) throw new AppError('PictureTooLarge')
  // Sniff the contents: SVG is text and may contain scripts.
  const type = await fileTypeFromBuffer(contents)
  if (!type || !PICTURE_TYPES.includes(type.mime)) throw new AppError('PictureUnreadable')
  const { width = 0, height = 0 } = await sharp(contents, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }))
  if (width * height > PICTURE_MAX_PIXELS) throw new AppError('PictureTooLarge')
  try {
    return await make(sharp(contents, { limitInputPixels: PICTURE_MAX_PIXELS }).rotate())
  } catch {
    throw new AppError('PictureUnreadable')
  }
}
