import { performance } from 'node:perf_hooks'
import { keysFrom, sealOver } from '#db/sealing/seal.ts'
import { fields } from '#features/fields/fields.rules.ts'
import type { FieldGroup } from '#features/fields/listed.rules.ts'
import type { SealedField } from '#features/fields/lists.rules.ts'
import { conclude } from './ground/ground.ts'

/**
 * Measures the cost of sealing an entrant's fields one by one. The fields of one group are kept and erased together, so
 * the limit in the same run seals each group as one value. The bench measures the time of three tasks: sealing for a
 * sign-up, opening all fields for a look-up, and changing one field. It also counts the bytes of a row. GOAL holds the
 * additional microseconds that sealing one by one may take.
 */
const ROUNDS = 20
const SIGNUPS = 5_000
const GOAL = { signup_us: 50, lookup_us: 50 }
const scope = 'race:2026'

const seal = sealOver(() => Promise.resolve(keysFrom(Buffer.alloc(32, 7))))
await seal.prepare(scope)

const typed: Partial<Record<string, string>> = {
  idnum: '330106198802140017',
  birth: '1988-02-14',
  mobile: '13900001234',
  email: 'somebody@example.org',
  emername: '陆家人',
  emertel: '13800004321',
  address: '江城市湖滨区湖滨路8号3幢2单元501室',
}
/** The names of the sealed fields of a usual entrant, who has no guardian. */
const names = (Object.keys(fields) as (keyof typeof fields)[]).filter(
  (name): name is SealedField => fields[name].sealed !== null && name !== 'guardian',
)
const texts = names.map((name) => ({ name, group: fields[name].group, text: typed[name] ?? 'O' }))
const grouped = [...Map.groupBy(texts, ({ group }) => group)].map(([group, members]) => ({
  group,
  text: JSON.stringify(Object.fromEntries(members.map(({ name, text }) => [name, text]))),
}))

const byField = () => texts.map(({ name, text }) => seal.seal(scope, name, text))
const byGroup = () => grouped.map(({ group, text }) => seal.seal(scope, group, text))
const [fieldBytes, groupBytes] = [byField(), byGroup()]
const openFields = () => texts.map(({ name }, n) => seal.open(scope, name, fieldBytes[n]!))
const openGroups = () =>
  grouped.map(({ group }, n) => JSON.parse(seal.open(scope, group, groupBytes[n]!)) as Record<string, string>)
/**
 * Seals a new e-mail address. `changeField` seals only the address. `changeGroup` opens the group, changes the address
 * and seals the group again.
 */
const changeField = () => seal.seal(scope, 'email', 'another@example.org')
const contact = grouped.findIndex(({ group }) => group === ('contact' satisfies FieldGroup))
const changeGroup = () => {
  const held = JSON.parse(seal.open(scope, 'contact', groupBytes[contact]!)) as Record<string, string>
  return seal.seal(scope, 'contact', JSON.stringify({ ...held, email: 'another@example.org' }))
}

/**
 * Measures the microseconds of one call of `work`. The result is the mean of the fastest round, because other work on
 * the machine only adds time.
 */
const cost = (work: () => unknown): number => {
  let least = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now()
    for (let n = 0; n < SIGNUPS; n++) work()
    least = Math.min(least, ((performance.now() - from) * 1000) / SIGNUPS)
  }
  return least
}
const bytesOf = (sealed: readonly Buffer[]) => sealed.reduce((sum, { length }) => sum + length, 0)

const [signupByField, signupByGroup] = [cost(byField), cost(byGroup)]
const [lookupByField, lookupByGroup] = [cost(openFields), cost(openGroups)]
conclude({
  fields: texts.length,
  groups: grouped.length,
  signup_us_by_field: signupByField,
  signup_us_by_group: signupByGroup,
  lookup_us_by_field: lookupByField,
  lookup_us_by_group: lookupByGroup,
  change_us_by_field: cost(changeField),
  change_us_by_group: cost(changeGroup),
  bytes_by_field: bytesOf(fieldBytes),
  bytes_by_group: bytesOf(groupBytes),
  met: signupByField - signupByGroup <= GOAL.signup_us && lookupByField - lookupByGroup <= GOAL.lookup_us,
})
