import type { CampaignFollowUp } from '@frontdesk/contract/api'
import {
  CAMPAIGN_FOLLOW_UP_HOURS_MAX,
  CAMPAIGN_FOLLOW_UPS_MAX,
  CAMPAIGN_VARIANTS_MAX,
  CONTROL_PERCENT_MAX,
  isBlank,
} from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, NumberInput, Select } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { versionLetter } from '../../entities/campaign/text-names.ts'
import { BulkTextField } from '../../entities/group/BulkTextField.tsx'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { CampaignHints } from './CampaignHints.tsx'
import classes from './Campaigns.module.css'

interface VariantProps {
  locationID: string | null
  variants: readonly string[]
  onVariants: (variants: readonly string[]) => void
}

/** Other versions of the text, to find out which one works better. */
export function Variants({ locationID, variants, onVariants }: VariantProps) {
  const { t } = useLingui()
  return (
    <>
      {variants.map((text, index) => {
        const letter = versionLetter(index + 1)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts have no id; removing one shows the next.
          <section key={index} className={classes.oneText} aria-label={t`Version ${letter}`}>
            <Group justify="space-between">
              <strong>
                <Trans>Version {letter}</Trans>
              </strong>
              <RemoveButton
                label={t`Remove version ${letter}`}
                onClick={() => onVariants(variants.filter((_, other) => other !== index))}
              />
            </Group>
            <BulkTextField
              label={t`Text of version ${letter}`}
              text={text}
              onText={(next) => onVariants(variants.with(index, next))}
              minRows={3}
            />
            {isBlank(text) && (
              <p className={classes.detail}>
                <Trans>Without text, this version isn’t saved.</Trans>
              </p>
            )}
            <CampaignHints
              text={text}
              locationID={locationID}
              onText={(next) => onVariants(variants.with(index, next))}
            />
          </section>
        )
      })}
      {variants.length < CAMPAIGN_VARIANTS_MAX && (
        <Group gap="sm">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => onVariants([...variants, ''])}
          >
            <Trans>Add a version</Trans>
          </Button>
          <span className={classes.detail}>
            <Trans>Each version goes to an equal share of recipients, so you can see which works best.</Trans>
          </span>
        </Group>
      )}
    </>
  )
}

const DAY_HOURS = 24

interface FollowUpProps {
  locationID: string | null
  followUps: readonly CampaignFollowUp[]
  onFollowUps: (followUps: readonly CampaignFollowUp[]) => void
}

/** Texts that follow until the contact replies. */
export function FollowUps({ locationID, followUps, onFollowUps }: FollowUpProps) {
  const { t } = useLingui()
  return (
    <PageSection
      title={t`Follow-ups`}
      text={t`More texts for people who haven’t replied. A contact gets no more once they reply or opt out.`}
    >
      {followUps.map((followUp, index) => {
        const n = index + 1
        const change = (part: Partial<CampaignFollowUp>) => onFollowUps(followUps.with(index, { ...followUp, ...part }))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts have no id; removing one shows the next.
          <section key={index} className={classes.oneText} aria-label={t`Follow-up ${n}`}>
            <Group justify="space-between" wrap="nowrap">
              <Delay hours={followUp.afterHours} onHours={(afterHours) => change({ afterHours })} />
              <RemoveButton
                label={t`Remove follow-up ${n}`}
                onClick={() => onFollowUps(followUps.filter((_, other) => other !== index))}
              />
            </Group>
            <BulkTextField
              label={t`Text of follow-up ${n}`}
              text={followUp.text}
              onText={(text) => change({ text })}
              minRows={3}
            />
            {isBlank(followUp.text) && (
              <p className={classes.detail}>
                <Trans>Without text, this follow-up isn’t saved.</Trans>
              </p>
            )}
            <CampaignHints text={followUp.text} locationID={locationID} onText={(text) => change({ text })} />
          </section>
        )
      })}
      {followUps.length < CAMPAIGN_FOLLOW_UPS_MAX && (
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => onFollowUps([...followUps, { afterHours: 3 * DAY_HOURS, text: '' }])}
          >
            <Trans>Add a follow-up</Trans>
          </Button>
        </div>
      )}
    </PageSection>
  )
}

/** A delay in days where it is whole days, otherwise in hours. */
function Delay({ hours, onHours }: { hours: number; onHours: (hours: number) => void }) {
  const { t } = useLingui()
  const isDays = hours % DAY_HOURS === 0
  const unit = isDays ? DAY_HOURS : 1
  return (
    <Group gap="xs" align="center">
      <span>
        <Trans>Send after</Trans>
      </span>
      <NumberInput
        aria-label={t`Delay`}
        w={72}
        min={1}
        max={CAMPAIGN_FOLLOW_UP_HOURS_MAX / unit}
        allowDecimal={false}
        clampBehavior="strict"
        value={hours / unit}
        onChange={(value) => Number(value) >= 1 && onHours(Number(value) * unit)}
      />
      <Select
        aria-label={t`Unit`}
        w={100}
        allowDeselect={false}
        data={[
          { value: 'days', label: t`days` },
          { value: 'hours', label: t`hours` },
        ]}
        value={isDays ? 'days' : 'hours'}
        onChange={(value) => onHours(value === 'days' ? Math.ceil(hours / DAY_HOURS) * DAY_HOURS : hours / unit)}
      />
      <span>
        <Trans>without a reply</Trans>
      </span>
    </Group>
  )
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} data-tip={label} onClick={onClick}>
      <IconTrash size={16} />
    </ActionIcon>
  )
}

interface ControlProps {
  percent: number
  onPercent: (percent: number) => void
}

/** Leaves a part of the audience out, to see what the campaign changes. */
export function ControlGroup({ percent, onPercent }: ControlProps) {
  const { t } = useLingui()
  return (
    <NumberInput
      w={260}
      label={t`Leave out for comparison`}
      description={t`This share of recipients gets nothing, so you can see what the campaign changes.`}
      suffix="%"
      min={0}
      max={CONTROL_PERCENT_MAX}
      allowDecimal={false}
      clampBehavior="strict"
      value={percent}
      onChange={(value) => onPercent(Number(value) || 0)}
    />
  )
}
