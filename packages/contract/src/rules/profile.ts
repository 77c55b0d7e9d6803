/** Where a teammate's picture is; it needs the session's file cookie. */
export const PICTURE_URL = /^\/files\/avatars\/[0-9a-f]{32}$/
