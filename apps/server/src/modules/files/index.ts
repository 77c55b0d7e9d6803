export { deleteFilesSpecs } from './delete-files.job.ts'
export {
  attachFiles,
  deleteFilesOf,
  type FileRow,
  findReserved,
  findUnattached,
  releaseFiles,
  reserveFiles,
  storeFetched,
  toMedia,
} from './files.ts'
export { signMediaToken } from './media-token.ts'
export { makeThumbnail, measure, sniffType } from './read-file.ts'
