import type { SandboxContext } from '../platform/context.ts'
import type { Media } from '../store/media.ts'
import { ApiError } from './api-error.ts'

/** Uploaded pictures by the URLs that `POST /media` returned. */
export function findUploads(context: SandboxContext, urls: string[]): Media[] {
  return urls.map((url) => {
    const sid = /\/api\/media\/(ME[0-9a-f]{32})$/.exec(url)?.[1]
    const media = sid && context.media.find(sid)
    if (!media) throw new ApiError(422, 'MediaNotFound', `${url} is not an uploaded picture`)
    return media
  })
}
