import { z } from 'zod'
import { PICTURE_URL } from '../rules/profile.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { words } from './words.ts'

/** A teammate as visible to the whole business. */
export const Teammate = z.object({
  userID: z.uuid(),
  displayName: z.string(),
  profileUrl: z.string().nullable(),
})
export type Teammate = z.infer<typeof Teammate>

export const Profile = Teammate.extend({ firstName: z.string(), lastName: z.string(), email: z.string() })
export type Profile = z.infer<typeof Profile>

/** Preferences of a user. */
export const Preferences = z.object({
  undoSend: z.boolean().describe('Messages wait a few seconds before sending, so sending can be undone.'),
  opensNext: z.boolean().describe('Whether closing, snoozing or “No reply needed” opens the next conversation.'),
})
export type Preferences = z.infer<typeof Preferences>

const service = { tags: ['main'] }
const signedIn = () => endpoint({ permission: 'anyone signed in' })

export const profile = {
  getProfile: signedIn()
    .route({ method: 'GET', path: '/main/Account/get-profile', summary: 'Returns the caller’s profile', ...service })
    .output(wrapped(Profile)),

  updateProfile: signedIn()
    .route({ method: 'POST', path: '/main/Account/update-profile', summary: 'Updates the caller’s name', ...service })
    .input(z.object({ name: words().min(1).max(120) }))
    .output(wrapped(Profile)),

  updateBusiness: endpoint({ permission: 'admin_manage_settings' })
    .route({ method: 'POST', path: '/main/Account/update-business', summary: 'Renames the business', ...service })
    .input(z.object({ name: words().min(1).max(120) }))
    .output(wrapped(z.object({ name: z.string() }))),

  getPreferences: signedIn()
    .route({
      method: 'GET',
      path: '/main/Account/get-preferences',
      summary: 'Returns the caller’s preferences',
      ...service,
    })
    .output(wrapped(Preferences)),

  savePreferences: signedIn()
    .route({
      method: 'POST',
      path: '/main/Account/save-preferences',
      summary: 'Updates the caller’s preferences',
      ...service,
    })
    .input(Preferences.partial().describe('Omitted fields stay unchanged.'))
    .output(wrapped(Preferences)),

  uploadPicture: signedIn()
    .route({
      method: 'POST',
      path: '/main/Account/upload-picture',
      ...service,
      summary: 'Crops an uploaded picture to a square; update-picture then sets it',
    })
    .input(z.object({ file: z.file() }))
    .output(wrapped(z.object({ profilePictureUrl: z.string() })))
    .errors(failsWith('PictureUnreadable', 'PictureTooLarge', 'RequestTooLarge', 'FilesUnavailable')),

  updatePicture: signedIn()
    .route({
      method: 'POST',
      path: '/main/Account/update-picture',
      ...service,
      summary: 'Sets or removes the caller’s profile picture',
    })
    .input(z.object({ profilePictureUrl: z.string().regex(PICTURE_URL).nullable() }))
    .output(wrapped(Profile))
    .errors(failsWith('FileNotFound')),
}
