import { useState } from 'react'
import { onDevice } from '#ui/router/address.ts'
import type { Widths } from './tableColumn.ts'

type Look = { columns?: readonly string[]; widths: Readonly<Record<string, number>> }

const isLook = (value: unknown): value is Look => {
  if (typeof value !== 'object' || value === null) return false
  const { columns, widths } = value as { columns?: unknown; widths?: unknown }
  const named = columns === undefined || (Array.isArray(columns) && columns.every((one) => typeof one === 'string'))
  return named && typeof widths === 'object' && widths !== null
}
const keptLook = (key: string): Look => {
  try {
    const kept: unknown = JSON.parse(onDevice.get(key) ?? '')
    return isLook(kept) ? kept : { widths: {} }
  } catch {
    return { widths: {} }
  }
}

/**
 * Returns the columns of a table with their order and widths, kept on the device for each race and table. The caller
 * leaves out kept columns that it does not know.
 */
export const useTableLook = (
  raceid: number,
  table: string,
  usual: readonly string[],
): { columns: readonly string[]; choose: (columns: readonly string[] | undefined) => void; drawn: Widths } => {
  const key = `table:${raceid}:${table}`
  const [look, setLook] = useState(() => keptLook(key))
  const keep = (next: Look) => {
    setLook(next)
    onDevice.set(key, JSON.stringify(next))
  }
  const onWidth = (name: string, px: number | undefined) => {
    const { [name]: _, ...others } = look.widths
    keep({ ...look, widths: px === undefined ? others : { ...others, [name]: px } })
  }
  return {
    columns: look.columns ?? usual,
    choose: (columns) => keep(columns === undefined ? { widths: {} } : { ...look, columns }),
    drawn: { widths: look.widths, onWidth },
  }
}
