import type { SettingsPage } from '#features/races/console/settings/SettingsNav.tsx'
import { path } from '#seam/console/paths.ts'
import type { Overview } from '../contract.ts'

type Name = NonNullable<Overview['checks']>[number]['check']
const places = {
  events: 'events',
  dates: 'events',
  price: 'events',
  channel: 'channels',
  refunds: 'refunds',
  disclaimer: 'race',
  consents: 'race',
  picture: 'race',
  menu: 'race',
  signature: undefined,
} as const satisfies Record<Name, keyof typeof path | undefined>

/** The part of the page on which a thing is set. */
const parts: Partial<Record<Name, { view: string } | { part: SettingsPage; field?: string }>> = {
  refunds: { view: 'rules' },
  disclaimer: { part: 'legal' },
  consents: { part: 'legal' },
  picture: { part: 'look', field: 'header' },
  menu: { part: 'look', field: 'menu' },
}

/** Returns the page on which staff set a missing thing; undefined if the console has no such page. */
export const addressOfCheck = (check: Name, raceid: number): string | undefined => {
  const to = places[check]
  return to && path[to]({ raceid, ...parts[check] })
}
