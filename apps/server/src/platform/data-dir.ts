import { chmod, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * Creates the data folder and keeps other users of the machine out: it holds contacts' files, data exports and keys.
 * Also tightens permissions that earlier versions left open.
 */
export async function prepareDataDir(dataDir: string): Promise<void> {
  process.umask(0o077)
  await mkdir(dataDir, { recursive: true })
  // When we run as root, PostgreSQL runs as another user, which must be able to traverse to its own folder.
  await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
  for (const name of await readdir(dataDir)) {
    if (name === 'files') await chmod(path.join(dataDir, name), 0o700)
    if (name.startsWith('sandbox.sqlite')) await chmod(path.join(dataDir, name), 0o600)
  }
}
