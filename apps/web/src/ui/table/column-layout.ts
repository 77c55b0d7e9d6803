import type { ReactNode } from 'react'
import type { Store } from '../../lib/create-store.ts'
import { storedValue } from '../../lib/stored-value.ts'

export interface Column<Row> {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** In pixels; the minimum for a column that grows. */
  width: number
  /** Takes the remaining width. */
  grows?: boolean
  /** Always shown in its position, such as the name of the row or its menu; without its title on a phone. */
  isFixed?: boolean
  /** Its title is for screen readers only, as for a menu; on a phone it is in the corner of the row. */
  hasHiddenTitle?: boolean
  /** Too much for a phone, where each row is a block of its values. */
  isHiddenOnPhone?: boolean
  /** Hidden until someone chooses it. */
  isHiddenAtFirst?: boolean
  /** The order that a click on the title asks for; see `TableOrder`. */
  sortKey?: string
}

/** How the rows are sorted, and what a click on the title of a column with a `sortKey` does. */
export interface TableOrder {
  sortKey: string
  isDescending: boolean
  onSort: (sortKey: string) => void
}

/** A person's changes to the columns of a table. */
export interface ColumnLayout {
  order: readonly string[]
  /** By column: whether the person chose it, or hid it. */
  chosen: Readonly<Record<string, boolean>>
  widths: Readonly<Record<string, number>>
}

export const COLUMN_WIDTH = { min: 64, max: 640 }
export const DEFAULT_LAYOUT: ColumnLayout = { order: [], chosen: {}, widths: {} }

/** All columns in the person's order; fixed and newly added ones keep their defined position. */
export function orderColumns<Row>(columns: readonly Column<Row>[], { order }: ColumnLayout): Column<Row>[] {
  const movable = columns.filter(({ isFixed, key }) => !isFixed && order.includes(key))
  const chosen = movable.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
  const isMovable = new Set(movable)
  return columns.map((column) => (isMovable.has(column) ? (chosen.shift() ?? column) : column))
}

export const isShown = <Row>({ key, isFixed, isHiddenAtFirst = false }: Column<Row>, { chosen }: ColumnLayout) =>
  isFixed === true || (chosen[key] ?? !isHiddenAtFirst)

/** Undefined for a column that takes the remaining width. */
export const widthOf = <Row>({ key, width, grows }: Column<Row>, { widths }: ColumnLayout): number | undefined =>
  grows ? undefined : (widths[key] ?? width)

/**
 * The side at which a column stays in sight while the table scrolls sideways: the first one, and the menu of the rows.
 */
export function stickySide<Row>(column: Column<Row>, shown: readonly Column<Row>[]): 'start' | 'end' | undefined {
  if (column === shown[0]) return 'start'
  return column === shown.at(-1) && column.isFixed ? 'end' : undefined
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

function readLayout(stored: unknown): ColumnLayout {
  if (typeof stored !== 'object' || stored === null) return DEFAULT_LAYOUT
  const { order, chosen, widths }: { order?: unknown; chosen?: unknown; widths?: unknown } = stored
  return {
    order: isTexts(order) ? order : [],
    chosen: Object.fromEntries(
      entriesOf(chosen).flatMap(([key, isChosen]) => (typeof isChosen === 'boolean' ? [[key, isChosen]] : [])),
    ),
    widths: Object.fromEntries(
      entriesOf(widths).flatMap(([key, width]) =>
        typeof width === 'number' && width >= COLUMN_WIDTH.min && width <= COLUMN_WIDTH.max ? [[key, width]] : [],
      ),
    ),
  }
}

const layouts = new Map<string, Store<ColumnLayout>>()

/** The layout of the table with this name, stored on this device once it is changed. */
export function columnLayout(name: string): Store<ColumnLayout> {
  const existing = layouts.get(name)
  if (existing) return existing
  const layout = storedValue(`frontdesk.columns.${name}`, readLayout)
  layouts.set(name, layout)
  return layout
}
