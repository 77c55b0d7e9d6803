const SIGNATURES: [contentType: string, is: (content: Buffer) => boolean][] = [
  ['image/jpeg', (content) => content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  [
    'image/png',
    (content) => content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  ],
  ['image/gif', (content) => /^GIF8[79]a$/.test(content.toString('latin1', 0, 6))],
  ['image/webp', (content) => /^RIFF.{4}WEBP$/s.test(content.toString('latin1', 0, 12))],
]

/** Detects the image type from the magic bytes; the declared content type is not trusted. */
export const sniffPicture = (content: Buffer): string | null => SIGNATURES.find(([, is]) => is(content))?.[0] ?? null
