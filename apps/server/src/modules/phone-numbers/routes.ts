import { fromSid } from '@frontdesk/contract/rules'
import { type Api, inTransaction, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { getMessagingAccount, saveMessagingAccount } from '../messaging/index.ts'
import { buyPhoneNumber, connectPhoneNumber, type PhoneNumberDeps, toPhoneNumber } from './add-phone-number.ts'
import { checkNumber, validateNumber } from './check-number.ts'
import { createRegistrationReader } from './get-registrations.ts'
import { listPhoneNumbers } from './queries.ts'
import { searchAvailable } from './search-available.ts'
import { updatePhoneNumber } from './update-phone-number.ts'

export function phoneNumberRoutes(api: Api, deps: PhoneNumberDeps) {
  const transaction = inTransaction(deps)
  const getRegistrations = createRegistrationReader(deps)
  return {
    getList: api.phoneNumbers.getList.handler(
      transaction(async (tx, { actor }) => {
        const rows = await listPhoneNumbers(tx, actor)
        return wrap({ phoneNumbers: rows.map(toPhoneNumber) })
      }),
    ),
    searchAvailable: api.phoneNumbers.searchAvailable.handler(async ({ context, input }) =>
      wrap(await searchAvailable(deps, signedIn(context), input.search)),
    ),
    create: api.phoneNumbers.create.handler(async ({ context, input }) =>
      wrap(await buyPhoneNumber(deps, signedIn(context), input)),
    ),
    update: api.phoneNumbers.update.handler(
      transaction(async (tx, { actor, input: { sid, friendlyName, locationID } }) =>
        wrap(await updatePhoneNumber(tx, actor, { id: fromSid(sid), friendlyName, locationId: locationID })),
      ),
    ),
    connect: api.phoneNumbers.connect.handler(async ({ context, input }) =>
      wrap(await connectPhoneNumber(deps, signedIn(context), input)),
    ),
    getRegistrations: api.phoneNumbers.getRegistrations.handler(async ({ context }) =>
      wrap(await getRegistrations(signedIn(context))),
    ),
    getMessagingAccount: api.phoneNumbers.getMessagingAccount.handler(
      transaction(async (tx) => wrap(await getMessagingAccount(deps, tx))),
    ),
    saveMessagingAccount: api.phoneNumbers.saveMessagingAccount.handler(async ({ context, input }) =>
      wrap(await saveMessagingAccount(deps, signedIn(context), input)),
    ),
  }
}

export const numberCheckRoutes = (api: Api, deps: PhoneNumberDeps) => ({
  check: api.numberChecks.check.handler(async ({ context, input }) =>
    wrap(await checkNumber(deps, signedIn(context), input)),
  ),
  validate: api.numberChecks.validate.handler(async ({ context, input }) =>
    wrap(await validateNumber(deps, signedIn(context), input)),
  ),
})
