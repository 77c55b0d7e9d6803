import type { StoredFile } from '@frontdesk/contract/api'

/** Stands for a message without a text. */
export const fileNames = (files: readonly StoredFile[]): string => files.map(({ filename }) => filename).join(', ')
