import type { StoredFile } from '@frontdesk/contract/api'
import { API_URL, exchangeRefreshToken, isErrorBody, toError } from '../../lib/api.ts'
import { session } from '../../lib/session/session.ts'

interface Options {
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Stores a file. Not through the API client: `fetch` cannot tell how much has been sent. */
export async function uploadFile(file: File, options: Options): Promise<StoredFile> {
  const stale = session.current
  if (stale && session.isDue(Date.now())) await session.renew(stale.bearerToken, exchangeRefreshToken)
  return send(file, options)
}

function send(file: File, { onProgress, signal }: Options): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${API_URL}/main/File/upload`)
    request.responseType = 'json'
    request.setRequestHeader('authorization', `Bearer ${session.current?.bearerToken ?? ''}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new Error('The file did not reach the server'))
    request.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'))
    request.onload = () => {
      if (request.status < 400) resolve(request.response as StoredFile)
      // A proxy in between may respond with anything.
      else if (isErrorBody(request.response)) reject(toError(request.response, request.status))
      else reject(Object.assign(new Error('The file was not stored'), { status: request.status }))
    }
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}
