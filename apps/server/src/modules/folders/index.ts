export { addFolder } from './add-folder.ts'
export { changeFolder } from './change-folder.ts'
export { folderChange } from './folder-change.ts'
export { listFolders, lockFolders } from './queries.ts'
