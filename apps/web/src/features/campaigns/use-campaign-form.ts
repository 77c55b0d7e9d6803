import type { Campaign } from '@frontdesk/contract/api'
import { isCampaignEditable } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { applyCampaign, campaignById } from '../../entities/campaign/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { fromLocationID, type LocationOption } from '../../entities/location/location-options.ts'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { errorCode } from '../../lib/error-code.ts'
import { useStableCallback } from '../../lib/use-stable-callback.ts'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import {
  type CampaignValues,
  campaignContent,
  campaignTexts,
  campaignValues,
  hasAudience,
  hasMessage,
  newCampaignValues,
} from './campaign-values.ts'
import { AUDIENCE_FIELDS, type CampaignPart, useCampaignConflicts } from './use-campaign-conflicts.ts'

interface Options {
  /** null for a new one. */
  campaign: Campaign | null
  locations: readonly LocationOption[]
  /** Zone of the days in the filter. */
  zone: string
  /** A tag to add to those it goes to. */
  addedTag: string | undefined
}

/** The form of a campaign. An untouched form follows what teammates save; a touched one shows it when it saves. */
export function useCampaignForm({ campaign, locations, zone, addedTag }: Options) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const chosen = useStore(chosenLocation)
  const saved = useRef(campaign)
  const conflicts = useCampaignConflicts()
  const valuesOf = (present: Campaign) => campaignValues(present, zone)
  const form = useApiForm<CampaignValues>({
    initial: campaign ? valuesOf(campaign) : newCampaignValues(chosen ?? locations[0]?.value ?? fromLocationID(null)),
    // A version is not replaced before both sides have been compared.
    rules: { name: required, version: () => conflicts.isUndecided && t`Choose one of the two.` },
    together: AUDIENCE_FIELDS,
    save: async (values) => {
      const { name, version } = values
      const { data } = await api.campaigns.save({
        ...(saved.current && version !== null && { id: saved.current.id, version }),
        name,
        ...campaignContent(values),
        ...campaignTexts(values),
      })
      saved.current = data
      conflicts.close()
      await applyCampaign(cache, data)
    },
    savedValues: () => (saved.current ? valuesOf(saved.current) : undefined),
    onConflict: async (error, { values, base }) => {
      const code = errorCode(error)
      if (!campaign || (code !== 'ChangedMeanwhile' && code !== 'CampaignStatusWrong')) return undefined
      const present = await cache.fetchQuery({ ...campaignById(campaign.id), staleTime: 0 })
      const theirs = valuesOf(present)
      conflicts.open({ base, values, theirs, isClosed: !isCampaignEditable(present.status) })
      return theirs
    },
  })
  const { isChanged, isSaving, values, rebase } = form
  const addTag = useStableCallback((tag: string) => {
    if (!form.values.tags.includes(tag)) form.merge(({ tags }) => ({ tags: [...tags, tag], isEveryone: false }))
  })
  useEffect(() => {
    if (addedTag !== undefined) addTag(addedTag)
  }, [addTag, addedTag])
  if (campaign && !isChanged && !isSaving && campaign.version !== values.version) {
    rebase(valuesOf(campaign))
    conflicts.follow(valuesOf(campaign))
  }
  return {
    form,
    conflicts,
    /** Shows one side of a conflict in the form. */
    choose: (part: CampaignPart, choice: 'mine' | 'theirs') =>
      form.merge({ ...conflicts.choose(part, choice, values), version: values.version }),
    /** Shows what is missing to send it. A draft is saved without an audience and a message. */
    isComplete: (): boolean =>
      form.validate({
        isEveryone: (_, present) => !hasAudience(campaignContent(present)) && t`Choose who gets it.`,
        text: (_, present) => !hasMessage(present) && t`Write a message.`,
      }),
    /** Saves the changes. Resolves to the id of the campaign, or null if it could not be saved. */
    save: async (): Promise<string | null> => {
      if (saved.current && !isChanged) return saved.current.id
      return (await form.submit()) ? (saved.current?.id ?? null) : null
    },
  }
}
