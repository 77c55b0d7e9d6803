import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNamedTexts } from '../../entities/campaign/text-names.ts'
import type { LocationOption } from '../../entities/location/location-options.ts'
import { ConflictNotice } from '../../ui/form/ConflictNotice.tsx'
import { AudienceText } from './AudienceText.tsx'
import type { CampaignValues } from './campaign-values.ts'
import type { CampaignPart, useCampaignConflicts } from './use-campaign-conflicts.ts'

interface Props {
  conflicts: ReturnType<typeof useCampaignConflicts>
  values: CampaignValues
  locations: readonly LocationOption[]
  /** Why it cannot be saved yet. */
  error: string | undefined
  /** It was sent or scheduled meanwhile. */
  isClosed: boolean
  onChoose: (part: CampaignPart, choice: 'mine' | 'theirs') => void
}

/**
 * Changes that a teammate saved while a draft was edited: both versions of each part that both changed, to choose from.
 */
export function CampaignConflicts({ conflicts: state, values, locations, error, isClosed, onChoose }: Props) {
  const partName = usePartName()
  const { conflicts, adopted } = state
  const partText = (part: CampaignPart, shown: CampaignValues) => (
    <PartText part={part} values={shown} locations={locations} />
  )
  return (
    <ConflictNotice
      conflicts={conflicts.map(({ part, mine, theirs, choice }) => ({
        part,
        label: partName(part),
        mine: partText(part, choice === 'theirs' ? mine : values),
        theirs: partText(part, theirs),
        choice,
      }))}
      adopted={adopted.map(partName)}
      error={error}
      isDisabled={isClosed}
      onChoose={onChoose}
    >
      {isClosed ? (
        <Trans>This campaign was sent or scheduled while you were editing it.</Trans>
      ) : (
        <Trans>A teammate saved this draft while you were editing it.</Trans>
      )}{' '}
      {conflicts.length > 0 ? (
        isClosed ? (
          <Trans>Your changes aren’t part of it:</Trans>
        ) : (
          <Trans>Choose what to keep, then save again.</Trans>
        )
      ) : (
        isClosed || <Trans>Check the draft, then save again.</Trans>
      )}
    </ConflictNotice>
  )
}

function usePartName() {
  const { t } = useLingui()
  return (part: CampaignPart): string => {
    switch (part) {
      case 'name':
        return t`Name`
      case 'location':
        return t`Send from`
      case 'audience':
        return t`Audience`
      case 'files':
        return t`Files`
      case 'text':
        return t`Message`
      case 'variants':
        return t`Versions`
      case 'followUps':
        return t`Follow-ups`
      case 'controlPercent':
        return t`Leave out for comparison`
    }
  }
}

interface PartProps {
  part: CampaignPart
  values: CampaignValues
  locations: readonly LocationOption[]
}

function PartText({ part, values, locations }: PartProps) {
  const { i18n } = useLingui()
  switch (part) {
    case 'name':
      return values.name
    case 'location':
      return locations.find(({ value }) => value === values.location)?.label
    case 'audience':
      return <AudienceText values={values} />
    case 'files':
      return <Lines lines={values.attachments.map(({ filename }) => filename)} />
    case 'text':
      return values.text
    case 'variants':
      return <NamedTexts values={{ ...values, followUps: [] }} skipped={1} />
    case 'followUps':
      return <NamedTexts values={values} skipped={1 + values.variants.length} />
    case 'controlPercent':
      return i18n.number(values.controlPercent / 100, { style: 'percent' })
  }
}

/** Texts of a campaign after the first ones, with their names. */
function NamedTexts({ values, skipped }: { values: CampaignValues; skipped: number }) {
  const { t } = useLingui()
  const texts = useNamedTexts()(values).slice(skipped)
  return (
    <Lines
      lines={texts.map(({ name, text }, index) => {
        const hours = skipped > values.variants.length ? values.followUps[index]?.afterHours : undefined
        return hours === undefined ? t`${name}: ${text}` : t`${name}, ${hoursText(hours)}: ${text}`
      })}
    />
  )
}

const HOURS_PER_DAY = 24
const hoursText = (hours: number): string =>
  hours % HOURS_PER_DAY === 0
    ? plural(hours / HOURS_PER_DAY, { one: 'after # day', other: 'after # days' })
    : plural(hours, { one: 'after # hour', other: 'after # hours' })

function Lines({ lines }: { lines: readonly string[] }) {
  const { t } = useLingui()
  if (lines.length === 0) return t`None`
  return lines.join('\n')
}
