export {
  assertSeesAllOfNumbers,
  assertSeesContact,
  findVisibleContacts,
  findVisiblePhones,
  isContactVisible,
  locationsOfNumbers,
  seesAllOfNumbers,
  seesEverything,
  seesNumber,
} from './contact-visibility.ts'
export { isVisible } from './conversation-visibility.ts'
export {
  atLocationRooms,
  contactRooms,
  maySeeSetting,
  ownRoom,
  roomsFor,
  settingRoom,
  TEAM_ROOM,
} from './rooms.ts'
