import { Trans, useLingui } from '@lingui/react/macro'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { TextButton } from '../text/TextButton.tsx'
import classes from './TrendChart.module.css'

export interface TrendSeries {
  key: string
  label: string
  color: string
  /** Drawn downward. */
  isLoss?: boolean
}

export interface TrendPeriod {
  key: string
  /** Names the period, such as “Nov 3, 4:00 PM”. */
  label: string
  /** In the order of the series. */
  values: readonly number[]
}

interface Props {
  label: string
  series: readonly TrendSeries[]
  periods: readonly TrendPeriod[]
  /** Controls beside the title. */
  actions?: ReactNode
}

const HEIGHT = 100
const BAR_SHARE = 0.8
/** Below this part of the height a label covers the one of zero. */
const LABEL_SHARE = 0.12

/**
 * Counts by period as bars, with a table of the same counts. The legend has the totals, and the counts of the period
 * under the pointer.
 */
export function TrendChart({ label, series, periods, actions }: Props) {
  const { t } = useLingui()
  const [isTable, setIsTable] = useState(false)
  const [active, setActive] = useState<number | null>(null)
  const shown = active === null ? undefined : periods[active]
  return (
    <figure className={classes.root} aria-label={label}>
      <figcaption className={classes.head}>
        <span className={classes.title}>{label}</span>
        {actions}
        <TextButton className={classes.toggle} onClick={() => setIsTable(!isTable)}>
          {isTable ? <Trans>Show chart</Trans> : <Trans>Show table</Trans>}
        </TextButton>
      </figcaption>
      <Legend series={series} values={shown?.values ?? totals(series, periods)} period={shown?.label ?? t`Total`} />
      {isTable ? (
        <Table label={label} series={series} periods={periods} />
      ) : (
        <Bars label={label} series={series} periods={periods} active={active} onActive={setActive} />
      )}
    </figure>
  )
}

const totals = (series: readonly TrendSeries[], periods: readonly TrendPeriod[]): number[] =>
  series.map((_, index) => periods.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))

interface LegendProps {
  series: readonly TrendSeries[]
  values: readonly number[]
  period: string
}

function Legend({ series, values, period }: LegendProps) {
  const { i18n } = useLingui()
  return (
    <div className={classes.legend}>
      <ul>
        {series.map(({ key, label, color }, index) => (
          <li key={key}>
            <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />
            {label} <strong>{i18n.number(values[index] ?? 0)}</strong>
          </li>
        ))}
      </ul>
      <span className={classes.period}>{period}</span>
    </div>
  )
}

interface BarsProps extends Props {
  active: number | null
  onActive: (index: number | null) => void
}

function Bars({ label, series, periods, active, onActive }: BarsProps) {
  const { i18n } = useLingui()
  const [up, down] = [false, true].map((isLoss) =>
    roundUp(Math.max(0, ...periods.flatMap(({ values }) => values.filter((_, n) => isLossAt(series, n) === isLoss)))),
  )
  const top = Math.max(up ?? 0, 1)
  const bottom = down ?? 0
  const yOf = (value: number) => ((top - value) / (top + bottom)) * HEIGHT
  // Losses share the place of the gains above them.
  const lanes = Math.max(1, series.filter(({ isLoss }) => !isLoss).length)
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - left) / width) * periods.length)
    onActive(Math.min(Math.max(index, 0), periods.length - 1))
  }
  return (
    <div className={classes.plot}>
      <div className={classes.scale} aria-hidden="true">
        <span style={{ top: 0 }}>{i18n.number(top)}</span>
        <span style={{ top: `${yOf(0)}%` }}>0</span>
        {bottom / (top + bottom) > LABEL_SHARE && <span style={{ top: '100%' }}>{i18n.number(bottom)}</span>}
      </div>
      <svg
        className={classes.bars}
        viewBox={`0 0 ${periods.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onActive(null)}
      >
        {active !== null && <rect className={classes.active} x={active} y={0} width={1} height={HEIGHT} />}
        {periods.map(({ key, values }, x) =>
          series.map(({ key: name, color, isLoss }, index) => {
            const value = values[index] ?? 0
            if (value === 0) return null
            const lane = isLoss ? 0 : series.slice(0, index).filter((other) => !other.isLoss).length
            const width = BAR_SHARE / (isLoss ? 1 : lanes)
            const [from, to] = isLoss ? [yOf(0), yOf(-value)] : [yOf(value), yOf(0)]
            return (
              <rect
                key={`${key} ${name}`}
                x={x + (1 - BAR_SHARE) / 2 + lane * width}
                y={from}
                width={width}
                height={to - from}
                fill={color}
              />
            )
          }),
        )}
        <line className={classes.zero} x1={0} x2={periods.length} y1={yOf(0)} y2={yOf(0)} />
      </svg>
      <div className={classes.times} aria-hidden="true">
        {[0, Math.floor((periods.length - 1) / 2), periods.length - 1].map((index) => (
          <span key={index}>{periods[index]?.label}</span>
        ))}
      </div>
    </div>
  )
}

const isLossAt = (series: readonly TrendSeries[], index: number): boolean => Boolean(series[index]?.isLoss)

/** The next of 1, 2, 5, 10, 20, 50, … */
function roundUp(value: number): number {
  if (value <= 1) return value
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10)
}

/** The periods in which something was counted. */
function Table({ label, series, periods }: Props) {
  const { i18n } = useLingui()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section className={classes.tableScroll} tabIndex={0} aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Time</Trans>
            </th>
            {series.map(({ key, label: title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods
            .filter(({ values }) => values.some((value) => value > 0))
            .map(({ key, label: time, values }) => (
              <tr key={key}>
                <th scope="row">{time}</th>
                {series.map(({ key: name }, index) => (
                  <td key={name}>{i18n.number(values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}
