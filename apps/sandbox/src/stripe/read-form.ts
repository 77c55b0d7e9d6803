import qs from 'qs'

type Parameters = Record<string, unknown>

/** Of forms and queries with nested parameters. */
const OPTIONS = { depth: 20, arrayLimit: 1000, parameterLimit: 10_000 }

/** A file of a multipart form, in base64. */
export interface UploadedFile {
  filename: string
  contentType: string
  content: string
}

export const readForm = (text: string): Parameters => qs.parse(text, OPTIONS)

/** The parameters of a multipart form. Rejects if the form cannot be read. */
export async function readMultipart(body: Buffer, contentType: string): Promise<Parameters> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  const texts: string[] = []
  const files: Record<string, UploadedFile> = {}
  for (const [name, value] of form) {
    if (typeof value === 'string') texts.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    else {
      const content = Buffer.from(await value.arrayBuffer()).toString('base64')
      files[name] = { filename: value.name, contentType: value.type, content }
    }
  }
  return { ...readForm(texts.join('&')), ...files }
}
