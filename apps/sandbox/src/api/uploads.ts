import type { World } from '../platform/world.ts'
import type { Media } from '../store/media.ts'
import { ApiError } from './api-error.ts'

/** The pictures behind the links that uploading answered. */
export function findUploads(world: World, urls: string[]): Media[] {
  return urls.map((url) => {
    const sid = /\/api\/media\/(ME[0-9a-f]{32})$/.exec(url)?.[1]
    const media = sid && world.media.find(sid)
    if (!media) throw new ApiError(422, 'MediaNotFound', `${url} is no uploaded picture`)
    return media
  })
}
