export {
  assertSeesAllOfNumbers,
  assertSeesContact,
  findVisibleContacts,
  findVisiblePhones,
  isContactVisible,
  locationsOfNumbers,
  newestThreadId,
  seesAllOfContact,
  seesAllOfNumbers,
  seesAnyAssignee,
  seesEverything,
  seesNumber,
} from './contact-visibility.ts'
export { isVisible } from './conversation-visibility.ts'
export { assertMayEditInScope, isInScope, mayEditInScope, roomsOfScope, seesScope } from './location-scope.ts'
export {
  atLocationRooms,
  contactRooms,
  documentRooms,
  maySeeSetting,
  ownRoom,
  roomsFor,
  settingRoom,
  TEAM_ROOM,
} from './rooms.ts'
export { EVERYTHING, keyOfScope, scopeOf, VisibilityScope, viewerOfScope } from './visibility-scope.ts'
