import { GROUP_PREVIEW_MAX, type MissedAction } from '@frontdesk/contract/rules'
import { readWithin } from '../../platform/database/time-limit.ts'
import { AppError } from '../../platform/errors.ts'
import { type Api, type ApiRequest, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { AUDIENCE_READ_MS, previewGroupMessage } from '../group-messages/index.ts'
import { findLocation } from '../locations/index.ts'
import { runIdempotently, type SendDeps } from '../messages/index.ts'
import { shortLinkBase } from '../short-links/index.ts'
import { accessCampaign } from './access.ts'
import { selectAudience } from './audience.ts'
import { preflightCampaign } from './preflight.ts'
import { previewForContact } from './preview-contact.ts'
import { getCampaign, getSteps, listCampaigns } from './queries.ts'
import { deleteCampaign, saveCampaign } from './save-campaign.ts'
import { sendTest } from './send-test.ts'
import {
  approveCampaign,
  decideMissedTexts,
  findApprovalLimit,
  pauseCampaign,
  resumeCampaign,
  startCampaign,
  stopCampaign,
} from './start-campaign.ts'
import { getTrend } from './trend.ts'

export function campaignRoutes(api: Api, deps: SendDeps & Needs<'publicUrl'>) {
  const transaction = inTransaction(deps)
  type One = { id: string }
  const get = transaction(async (tx, { actor, input }: ApiRequest<One>) => wrap(await getCampaign(tx, actor, input.id)))
  // Counting what became of many recipients takes longer than these changes, which are committed before.
  const stop = transaction((tx, { actor, input }: ApiRequest<One>) => stopCampaign(tx, actor, input.id))
  const pause = transaction((tx, { actor, input }: ApiRequest<One>) => pauseCampaign(tx, actor, input.id))
  const resume = transaction((tx, { actor, input }: ApiRequest<One>) => resumeCampaign(tx, actor, input.id))
  const decideMissed = transaction((tx, { actor, input }: ApiRequest<One & { action: MissedAction }>) =>
    decideMissedTexts(tx, actor, input),
  )
  return {
    getList: api.campaigns.getList.handler(
      transaction(async (tx, { actor, input }) => wrap(await listCampaigns(tx, actor, input))),
    ),
    get: api.campaigns.get.handler(get),
    save: api.campaigns.save.handler(
      transaction(async (tx, { actor, input }) => wrap(await saveCampaign(tx, actor, input))),
    ),
    delete: api.campaigns.delete.handler(
      transaction(async (tx, { actor, input: { id } }) => {
        await deleteCampaign(tx, actor, id)
        return wrap({ id })
      }),
    ),
    preview: api.campaigns.preview.handler(
      transaction(async (tx, { actor, input: { locationID, audience, text } }) => {
        if (locationID !== null && !(await findLocation(tx, actor, locationID))) throw new AppError('LocationNotFound')
        const linkBase = await shortLinkBase(deps, tx)
        const preview = await readWithin(tx, AUDIENCE_READ_MS, async () => {
          const contacts = await selectAudience(tx, actor, { audience, locationId: locationID }, GROUP_PREVIEW_MAX + 1)
          return previewGroupMessage(tx, actor, { contacts, locationId: locationID, body: text, linkBase })
        })
        if (preview === null) throw new AppError('AudienceTooSlow')
        return wrap(preview)
      }),
    ),
    previewForContact: api.campaigns.previewForContact.handler(
      transaction(async (tx, { actor, input: { locationID, audience, text, contactID } }) => {
        if (locationID !== null && !(await findLocation(tx, actor, locationID))) throw new AppError('LocationNotFound')
        const request = { audience, locationId: locationID, body: text, contactId: contactID }
        const preview = await readWithin(tx, AUDIENCE_READ_MS, () => previewForContact(tx, actor, request))
        if (preview === null) throw new AppError('AudienceTooSlow')
        return wrap(preview)
      }),
    ),
    preflight: api.campaigns.preflight.handler(
      transaction(async (tx, { actor, input }) => wrap(await preflightCampaign(deps, tx, actor, input))),
    ),
    getApprovalLimit: api.campaigns.getApprovalLimit.handler(
      transaction(async (tx, { actor, input }) => {
        const campaign = await accessCampaign(tx, actor, input.id)
        return wrap({ approvalAbove: await findApprovalLimit(tx, actor, campaign) })
      }),
    ),
    getSteps: api.campaigns.getSteps.handler(
      transaction(async (tx, { actor, input }) => wrap({ steps: await getSteps(tx, actor, input.id) })),
    ),
    getTrend: api.campaigns.getTrend.handler(
      transaction(async (tx, { actor, input }) => wrap(await getTrend(tx, actor, input.id))),
    ),
    sendTest: api.campaigns.sendTest.handler((request) =>
      runIdempotently('messages_pkey', () =>
        transaction(async (tx, { actor, input }: ApiRequest<typeof request.input>) =>
          wrap(await sendTest(deps, tx, actor, input)),
        )(request),
      ),
    ),
    approve: api.campaigns.approve.handler(
      transaction(async (tx, { actor, input }) => wrap(await approveCampaign(tx, actor, input))),
    ),
    pause: api.campaigns.pause.handler(async (request) => {
      await pause(request)
      return get(request)
    }),
    resume: api.campaigns.resume.handler(async (request) => {
      await resume(request)
      return get(request)
    }),
    decideMissed: api.campaigns.decideMissed.handler(async (request) => {
      await decideMissed(request)
      return get(request)
    }),
    start: api.campaigns.start.handler(
      transaction(async (tx, { actor, input }) => wrap(await startCampaign(tx, actor, input))),
    ),
    stop: api.campaigns.stop.handler(async (request) => {
      await stop(request)
      return get(request)
    }),
  }
}
