export { assertMayEditHours, listBlocks, listTimeOff } from './blocks.ts'
export { keepBlockTimes } from './keep-block-times.ts'
export {
  accessResource,
  type BookableResource,
  findResource,
  findResources,
  LONGEST_CLAIM_MS,
  listBookableResources,
  listResources,
  lockFirstUnlocked,
  lockResources,
} from './queries.ts'
export { saveResource } from './save-resource.ts'
