import { IMPORT_PART_BYTES } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput } from '../../platform/paging.ts'
import type { ImportDeps } from './deps.ts'
import { accessImport, findImport, partKey, updateImport } from './rows.ts'

/** Stores one part of the file. A part that is uploaded again replaces itself, so an interrupted upload can go on. */
export async function uploadPart(
  { inTenant, storage }: ImportDeps,
  actor: Actor,
  { id, part: partText, file }: { id: string; part: string; file: File },
): Promise<void> {
  const part = Number(partText)
  if (file.size > IMPORT_PART_BYTES) throw new AppError('RequestTooLarge')
  const { parts, byteSize, state } = await inTenant(actor, (tx) => findImport(tx, actor, id))
  if (state !== 'uploading') throw new AppError('ImportStateWrong')
  const others = parts.reduce((sum, size, index) => (index === part ? sum : sum + size), 0)
  if (part > parts.length || others + file.size > byteSize) throw invalidInput('part', 'Does not belong to this file')
  // The contents before the row, so that a part that is counted exists.
  await storage.put(partKey(actor.tenantId, id, part), new Uint8Array(await file.arrayBuffer()))
  await inTenant(actor, async (tx) => {
    const row = await accessImport(tx, actor, id)
    if (row.state !== 'uploading') throw new AppError('ImportStateWrong')
    await updateImport(tx, row, { parts: row.parts.toSpliced(part, 1, file.size) })
  })
}
