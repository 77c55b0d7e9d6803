import type { Campaign, CampaignStep } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignSteps } from '../../entities/campaign/queries.ts'
import { useStepName, versionLetter } from '../../entities/campaign/text-names.ts'
import { CountedAt, isCounted } from '../../entities/group/CountedAt.tsx'
import { percentOf } from '../../entities/group/outcome-texts.ts'
import { RecipientTable } from '../../entities/group/RecipientTable.tsx'
import { useTextCost } from '../../entities/sending/use-text-cost.ts'
import { usePlainTemplate } from '../../entities/template/use-plain-template.ts'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Campaigns.module.css'

/** Outcomes of each text of a campaign, and the recipients of one of them. */
export function CampaignSteps({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui()
  const stepName = useStepName()
  const steps = useQuery(campaignSteps(campaign.id))
  const [chosen, setChosen] = useState(campaign.id)
  return (
    <QueryState query={steps} rows={3}>
      {(data) => (
        <>
          <PageSection title={t`Texts`}>
            <TextsTable steps={data} locationID={campaign.locationID} />
          </PageSection>
          <PageSection title={t`Recipients`}>
            {data.length > 1 && (
              <SegmentedControl
                mb="sm"
                aria-label={t`Show recipients of`}
                value={chosen}
                onChange={setChosen}
                data={data.map(({ id }, index) => ({ value: id, label: stepName(index) }))}
              />
            )}
            <RecipientTable key={chosen} messageId={chosen} />
          </PageSection>
        </>
      )}
    </QueryState>
  )
}

function TextsTable({ steps, locationID }: { steps: readonly CampaignStep[]; locationID: string | null }) {
  const { t, i18n } = useLingui()
  const stepName = useStepName()
  const plain = usePlainTemplate(locationID)
  const cost = useTextCost()
  const share = (count: number, whole: number) => (
    <>
      {i18n.number(count)} <span className={classes.detail}>{whole > 0 && percentOf(count, whole)}</span>
    </>
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section className={classes.tableScroll} tabIndex={0} aria-label={t`Results by text`}>
      <table className={classes.texts}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Text</Trans>
            </th>
            <th scope="col">
              <Trans>Recipients</Trans>
            </th>
            <th scope="col">
              <Trans>Sent</Trans>
            </th>
            <th scope="col">
              <Trans>Delivered</Trans>
            </th>
            <th scope="col">
              <Trans>Clicked</Trans>
            </th>
            <th scope="col">
              <Trans>Replied</Trans>
            </th>
            <th scope="col">
              <Trans>Opted out</Trans>
            </th>
            {cost && (
              <th scope="col">
                <Trans>Cost</Trans>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {steps.flatMap(({ id, afterHours, texts, stats }, index) =>
            texts.map(({ text, recipients, sent, delivered, clicked, replied, optedOut, ...billed }, variant) => (
              <tr key={`${id}-${versionLetter(variant)}`}>
                <th scope="row">
                  <strong>{texts.length > 1 ? t`Version ${versionLetter(variant)}` : stepName(index)}</strong>
                  {afterHours !== null && (
                    <span className={classes.detail}>
                      {' '}
                      {afterHours % 24 === 0 ? (
                        <Plural value={afterHours / 24} one="after # day" other="after # days" />
                      ) : (
                        <Plural value={afterHours} one="after # hour" other="after # hours" />
                      )}
                    </span>
                  )}
                  <span className={classes.textOfStep} title={plain(text)}>
                    {plain(text)}
                  </span>
                </th>
                {isCounted(stats) ? (
                  <>
                    <td data-label={t`Recipients`}>{i18n.number(recipients)}</td>
                    <td data-label={t`Sent`}>{i18n.number(sent)}</td>
                    <td data-label={t`Delivered`}>{share(delivered, sent)}</td>
                    <td data-label={t`Clicked`}>{share(clicked, sent)}</td>
                    <td data-label={t`Replied`}>{share(replied, sent)}</td>
                    <td data-label={t`Opted out`}>{share(optedOut, sent)}</td>
                    {cost && <td data-label={t`Cost`}>{cost.of(billed)}</td>}
                  </>
                ) : (
                  <td colSpan={cost ? 7 : 6}>
                    <CountedAt stats={stats} />
                  </td>
                )}
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  )
}
