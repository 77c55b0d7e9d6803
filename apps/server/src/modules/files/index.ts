export { unusedSince } from './clear-unattached.ts'
export { deleteContents, deleteFilesSpecs } from './delete-files.job.ts'
export {
  attachFiles,
  attachToDocument,
  deleteFilesOf,
  type FileRow,
  findFiles,
  findFilesOfCampaigns,
  findFilesOfGroupMessage,
  findReserved,
  findUnattached,
  releaseFiles,
  releaseFromGroupMessage,
  reserveFiles,
  reserveForGroupMessage,
  sendFilesOfCampaign,
  setFilesOfCampaign,
  shareFiles,
  storeFetched,
  toMedia,
  toStoredFile,
} from './files.ts'
export { makeLogo, makePicture } from './make-picture.ts'
export { signMediaToken } from './media-token.ts'
export { makeThumbnail, measure, sniffType } from './read-file.ts'
export { fileHeaders } from './routes.ts'
