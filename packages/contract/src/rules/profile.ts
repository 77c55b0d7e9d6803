/** URL of a teammate's picture, which requires the session's files cookie. */
export const PICTURE_URL = /^\/files\/avatars\/[0-9a-f]{32}$/
