export { addFolder } from './add-folder.ts'
export { changeFolder } from './change-folder.ts'
export { moveFolders } from './move-folders.ts'
export { folderRoutes } from './routes.ts'
