export {
  findVisibleContacts,
  isContactVisible,
  locationsOfNumbers,
  mustSeeAllOfNumbers,
  mustSeeContact,
  seesAllOfNumbers,
  seesEverything,
  seesNumber,
  visiblePhonesWith,
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
