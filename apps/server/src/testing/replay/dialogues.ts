import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const DialogueLine = z.object({
  id: z.string(),
  turns: z.array(z.tuple([z.enum(['customer', 'business']), z.string().min(1).max(1600)])).min(1),
})

export interface Turn {
  speaker: 'customer' | 'business'
  text: string
}

export interface Dialogue {
  id: string
  turns: Turn[]
}

/** Optional recorded conversations outside the repository. */
export const SHARED_DIALOGUES = fileURLToPath(
  new URL('../../../../../../shared/data/appointment-dialogues.jsonl', import.meta.url),
)
/** A few sample conversations of the repository. */
export const SAMPLE_DIALOGUES = fileURLToPath(new URL('./dialogues.jsonl', import.meta.url))

export const hasSharedDialogues = (): boolean => existsSync(SHARED_DIALOGUES)

/** Reads conversations from JSON lines with `id` and `turns`, each a pair of speaker and text. */
export async function readDialogues(file: string, limit = Number.POSITIVE_INFINITY): Promise<Dialogue[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.slice(0, limit).map((line) => {
    const { id, turns } = DialogueLine.parse(JSON.parse(line))
    return { id, turns: turns.map(([speaker, text]) => ({ speaker, text })) }
  })
}
