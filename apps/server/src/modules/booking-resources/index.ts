export { assertMayEditHours, listBlocks } from './blocks.ts'
export { type ResourceHours, readHours } from './hours.ts'
export { accessResource, findResources, listBookableResources, lockFirstUnlocked, lockResources } from './queries.ts'
export { saveResource } from './save-resource.ts'
