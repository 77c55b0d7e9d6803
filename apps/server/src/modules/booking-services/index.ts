export {
  accessOnlinePicture,
  accessService,
  type FollowOnService,
  findFollowOns,
  findServices,
  listOnlineServices,
  lockServices,
  type ServiceRow,
} from './queries.ts'
export { saveService } from './save-service.ts'
