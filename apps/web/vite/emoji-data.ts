import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const FILES = ['en/data.json', 'en/messages.json']
const read = (file: string) => readFile(createRequire(import.meta.url).resolve(`emojibase-data/${file}`))

/** Serves the emoji picker's data from our own origin: the content security policy allows no other. */
export function emojiData(): Plugin {
  return {
    name: 'frontdesk:emoji-data',
    async generateBundle() {
      for (const file of FILES) this.emitFile({ type: 'asset', fileName: `emoji/${file}`, source: await read(file) })
    },
    configureServer(server) {
      for (const file of FILES) {
        server.middlewares.use(`/emoji/${file}`, (_request, response, next) => {
          read(file).then((data) => response.setHeader('content-type', 'application/json').end(data), next)
        })
      }
    },
  }
}
