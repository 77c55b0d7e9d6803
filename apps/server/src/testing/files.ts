import { type AuthResult, contract, type StoredFile } from '@frontdesk/contract/api'
import sharp from 'sharp'
import type { ApiFailure } from './client.ts'
import type { TestUser } from './test-instance.ts'

export const createPng = async (width = 20, height = 10): Promise<Uint8Array> =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#228be6' } })
      .png()
      .toBuffer(),
  )

/** Uploads a file like a browser; `type` is the declared content type. */
export function upload(
  person: TestUser,
  contents: Uint8Array<ArrayBufferLike> | string,
  { name = 'door.png', type = 'image/png' } = {},
): Promise<StoredFile | ApiFailure> {
  const form = new FormData()
  form.append('file', new File([contents as Uint8Array<ArrayBuffer>], name, { type }))
  return person.call(contract.files.uploadFile, form as never)
}

/** Signs in like a browser and returns the cookie that grants access to files. */
export async function signInForFilesCookie(
  url: string,
  auth: Pick<AuthResult, 'userName'>,
  password: string,
): Promise<string> {
  const response = await fetch(`${url}/api/main/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: auth.userName, password }),
  })
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('frontdesk_files='))
  if (!cookie) throw new Error('The response has no files cookie.')
  return cookie.split(';')[0] ?? ''
}
