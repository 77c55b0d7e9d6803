import { defineModule } from '../../platform/module.ts'
import { moveServices } from './move-services.ts'
import { clearUnusedPictures } from './pictures.ts'
import { bookingServiceRoutes, mountServicePictures } from './routes.ts'

/** Services that contacts book: lengths, price, buffers, limits, and who provides them. */
export const bookingServicesModule = defineModule({
  needs: ['inTenant', 'storage', 'authenticateFiles'],
  routes: (api, services) => ({ bookingServices: bookingServiceRoutes(api, services) }),
  http: [mountServicePictures],
  settings: ['booking-services'],
  cleanups: [clearUnusedPictures],
  locationFollowers: [moveServices],
})
