export { addDefaultFolders, addLocation } from './add-location.ts'
export { type Places, PlacesError } from './places.ts'
export {
  findLocation,
  findLocationRow,
  findOldestLocation,
  listLocations,
  locationExists,
  lockLocation,
} from './queries.ts'
