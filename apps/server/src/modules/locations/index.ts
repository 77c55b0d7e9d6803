export { addDefaultFolders, addLocation } from './add-location.ts'
export { type Places, PlacesError } from './places.ts'
export {
  findFirstLocationId,
  findLocation,
  findLocationRow,
  findOldestLocation,
  listLocations,
  locationExists,
  lockLocation,
} from './queries.ts'
