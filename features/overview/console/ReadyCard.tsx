import { CircleAlert, CircleCheck } from 'lucide-react'
import { path } from '#seam/console/paths.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { consoleRacesShow } from '#features/races/contract.ts'
import { deadEntries } from '#features/races/console/menuPages.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Link } from '#ui/router/Link.tsx'
import type { Overview } from '../contract.ts'
import { words } from '../words.ts'
import { addressOfCheck } from './checkPlaces.ts'

type Checks = NonNullable<Overview['checks']>
/** The list of preparations before a race's publication. A missing preparation has a link. */
export const ReadyCard = ({ raceid, given }: { raceid: number; given: Checks }) => {
  const t = useWords()
  const race = useAsk(consoleRacesShow, { raceid }, { quiet: true, staleTime: 0 })
  // The server does not know which pages the screens have, so this screen looks for menu entries without a page.
  const dead = deadEntries(race.data?.menu ?? [])
  const checks: Checks = [...given, { check: 'menu', ok: dead.length === 0, of: dead }]
  const done = checks.filter(({ ok }) => ok).length
  return (
    <Card
      title={t(words.ready)}
      aside={
        <span className="flex flex-wrap items-center gap-x-3">
          <span className="figures text-14 text-soft">
            {done === checks.length ? t(words.ready_all) : t(words.ready_done, { done, all: checks.length })}
          </span>
          <ButtonLink look="plain" href={path.race({ raceid, part: 'basics', field: 'published' })}>
            {t(words.to_settings)}
          </ButtonLink>
        </span>
      }
    >
      <ul className="grid gap-x-8 md:grid-cols-2">
        {checks.map(({ check, ok, of }) => {
          const to = addressOfCheck(check, raceid)
          return (
            <li key={check} className="flex min-h-9 items-center gap-2 py-1 text-14">
              {ok ? (
                <CircleCheck className="size-5 shrink-0 text-success-solid" aria-hidden />
              ) : (
                <CircleAlert className="size-5 shrink-0 text-warning-solid" aria-hidden />
              )}
              <span className={`min-w-0 flex-1 ${ok ? 'text-soft' : ''}`}>
                {t(words.check[check])}
                {of.length > 0 ? <span className="text-soft">: {of.join(t(words.comma))}</span> : null}
              </span>
              {!ok && to ? (
                <Link href={to} className="shrink-0 text-strong hover:underline">
                  {t(words.set)}
                </Link>
              ) : null}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
