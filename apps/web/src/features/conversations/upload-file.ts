import type { ApiErrorBody, StoredFile } from '@frontdesk/contract'
import { API_URL, exchangeRefreshToken, toError } from '../../lib/api.ts'
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
      else reject(toError(request.response as ApiErrorBody, request.status))
    }
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}
