import { expect, test } from 'vitest'
import { type Role } from '#contract/rights.ts'
import { inRace, isAt, phaseAt, menuPhases, phasesFor, platform, platformFor } from './menu.ts'

const names = (held: readonly { raceid: number | null; role: Role }[], raceid: number) =>
  phasesFor(held, raceid).flatMap(({ entries }) => entries.map(({ to }) => to))

test('a cashier of one race sees the pages on its money, and no page of the platform or of another race', () => {
  const held = [{ raceid: 226, role: 'cashier' as const }]
  expect(names(held, 226)).toEqual(
    expect.arrayContaining(['registrations', 'orders', 'refunds', 'invoices', 'channels']),
  )
  expect(names(held, 226)).not.toContain('race')
  expect(names(held, 2026)).toEqual([])
  expect(platformFor(held).map(({ to }) => to)).toEqual(['front'])
})

test('a cashier of all races sees reconciliations; a director of one race sees the log', () => {
  expect(platformFor([{ raceid: null, role: 'cashier' }]).map(({ to }) => to)).toEqual(['front', 'reconciliations'])
  expect(platformFor([{ raceid: 226, role: 'director' }]).map(({ to }) => to)).toEqual(['front', 'log'])
})

test('at most ten lines are visible: the lines of one phase, or the lines of the platform', () => {
  for (const { key, entries } of menuPhases) expect(entries.length + 1, key).toBeLessThanOrEqual(10)
  expect(platform.length).toBeLessThanOrEqual(10)
})

test('a screen about one thing belongs to the list of these things', () => {
  const orders = menuPhases.flatMap(({ entries }) => entries).find(({ to }) => to === 'orders')!
  expect(isAt(orders, '/:raceid/order')).toBe(true)
  expect(phaseAt(menuPhases, '/:raceid/order', 'over')?.key).toBe('money')
  expect(phaseAt(menuPhases, '/:raceid', 'over')?.key).toBe('results')
  expect(phaseAt([], '/:raceid', 'over')).toBeUndefined()
  expect(inRace(7, '/:raceid/order')).toBe('/console/7/orders')
  expect(inRace(7, '/:raceid/events')).toBe('/console/7/events')
  expect(inRace(7, '/staff')).toBe('/console/7')
})
