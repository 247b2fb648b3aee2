import { expect, test } from 'vitest'
import { projectSources } from '#tools/checks/sources.ts'
import { allowanceOf } from './allowance.ts'
import { nobody } from './handle.ts'

test('a browser that uses up its allowance takes nothing from another browser behind the same address', () => {
  const calls = allowanceOf({ own: 3, network: 10 }, 60)
  const now = new Date('2026-03-01T08:00:00Z')
  const from = (id: string) => calls.count({ address: '10.0.0.1', who: nobody, device: { id, known: false } }, now)
  for (let n = 0; n < 3; n++) expect(from('loud')).toBe(0)
  for (let n = 0; n < 50; n++) expect(from('loud')).toBeGreaterThan(0)
  expect(from('quiet')).toBe(0)
})

/**
 * Files that count calls by the network of the caller. Each of these files counts only misses, or only strangers, or
 * does not count browsers with our cookie. Other rooms count by `allowanceOf`.
 */
const usesNetworks = [
  'features/accounts/routes.ts',
  'features/accounts/service.ts',
  'features/checks/service.ts',
  'features/codes/routes.ts',
  'features/notices/routes.ts',
  'features/passes/updates/apple.routes.ts',
  'features/tracking/intake/intake.routes.ts',
  'features/waitingrooms/routes.ts',
]
test('in every room a caller cannot use up the calls of everybody behind an address', () => {
  const found = projectSources()
    .filter(
      ({ path, text }) => /^features\/.*(?<!\.test)\.ts$/.test(path) && /networkOf\(|\.count\(address,/.test(text),
    )
    .map(({ path }) => path)
  expect(found.toSorted()).toEqual(usesNetworks)
})
