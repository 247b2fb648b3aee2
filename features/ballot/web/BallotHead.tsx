import { Card } from '#ui/layout/Card.tsx'
import { Clauses } from '#ui/layout/Dotted.ts'
import { Chip, type Tone } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { Countdown, useNow } from '#ui/feedback/Countdown.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { type Step, Timeline } from '#ui/layout/Timeline.tsx'
import { Bar } from '#ui/layout/Bar.tsx'
import type { Ballot, BallotState } from '../contract.ts'
import { ballotWords as words } from './ballot.words.ts'
import { segmentText } from './declaredText.ts'

const headLook = 'grid gap-5 rounded bg-surface p-5 shadow-card md:grid-cols-[1fr_auto] md:items-center md:gap-8 md:p-8'

export const toneOf: Record<BallotState, Tone> = {
  declared: 'info',
  frozen: 'race',
  seeded: 'race',
  drawn: 'race',
  publishing: 'race',
  published: 'success',
  cancelled: 'plain',
}

/** Returns the step that the draw waits for, and the time of this step. */
const nextOf = (ballot: Ballot): { to: string; until: 'until_seed' | 'until_draw' } | undefined => {
  const { source } = ballot.declared
  if (ballot.state === 'frozen' && source.kind === 'beacon') return { to: source.at, until: 'until_seed' }
  if ((ballot.state === 'frozen' || ballot.state === 'seeded' || ballot.state === 'drawn') && ballot.draw_at)
    return { to: ballot.draw_at, until: 'until_draw' }
  return undefined
}

/** The summary of a draw: its event, its state, entrants and places, and the step that it waits for. */
export const BallotHead = ({ ballot, again }: { ballot: Ballot; again: () => void }) => {
  const t = useWords()
  const now = useNow(10_000)
  const next = nextOf(ballot)
  const figures = [
    [ballot.entries, t(words.entrants)],
    [ballot.declared.places, t(words.places)],
  ] as const
  return (
    <section className={headLook}>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h2 className="text-28 font-bold text-balance">{ballot.event}</h2>
          <Chip tone={toneOf[ballot.state]}>{t(words[`state_${ballot.state}`])}</Chip>
          {ballot.pretend_beacon ? <Chip tone="warning">{t(words.pretend)}</Chip> : null}
        </div>
        <p className="max-w-[44ch] text-pretty text-soft md:max-w-[64ch]">
          <Clauses text={t(words[`text_${ballot.state}`])} />
        </p>
        {next ? (
          <div className="mt-1 grid gap-2">
            {Date.parse(next.to) > now ? (
              <>
                <p className="text-14 text-soft">{t(words[next.until])}</p>
                <Countdown to={next.to} onOver={again} />
              </>
            ) : (
              <p role="status" className="font-medium text-strong">
                {t(next.until === 'until_seed' ? words.any_moment : words.any_moment_out)}
              </p>
            )}
          </div>
        ) : null}
      </div>
      <dl className="flex gap-8 md:text-right">
        {figures.map(([n, said]) =>
          n === null ? null : (
            <div key={said} className="flex flex-col-reverse">
              <dt className="text-14 text-soft">{said}</dt>
              <dd className="display text-40 leading-none text-strong">{countText(n)}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  )
}

/** Past and coming steps with their dates. */
export const BallotSteps = ({ ballot, zone }: { ballot: Ballot; zone: string | undefined }) => {
  const t = useWords()
  const { lang } = useLang()
  const on = (at: string | null | undefined) => dateText(at, lang, 'deadline', zone)
  const { source } = ballot.declared
  const order: BallotState[] = ['declared', 'frozen', 'seeded', 'drawn', 'published']
  const cancelled = ballot.state === 'cancelled'
  const dates = {
    declared: null,
    frozen: ballot.frozen_at,
    seeded: ballot.seeded_at,
    drawn: ballot.drawn_at,
    published: ballot.published_at,
  } as const
  const planned = {
    declared: null,
    frozen: null,
    seeded: source.kind === 'beacon' ? source.at : null,
    drawn: null,
    published: ballot.draw_at,
  } as const
  const reached = order.findLastIndex((step) => step === 'declared' || dates[step as keyof typeof dates] !== null)
  const steps: Step[] = order.map((step, at) => {
    const name = step as keyof typeof dates
    const done = at <= reached
    return {
      state: done ? 'done' : at === reached + 1 && !cancelled ? 'now' : 'later',
      title: t(words[`step_${name}`]),
      when: on(dates[name] ?? (cancelled ? null : planned[name])),
    }
  })
  const shown = cancelled
    ? [...steps.filter(({ state }) => state === 'done'), { state: 'failed' as const, title: t(words.step_cancelled) }]
    : steps
  if (ballot.pay_end && !cancelled)
    shown.push({
      state: ballot.state !== 'published' ? 'later' : 'now',
      title: t(words.step_pay),
      when: on(ballot.pay_end),
    })
  return (
    <Card title={t(words.steps)}>
      <Timeline steps={shown} />
      {cancelled && ballot.cancelled_why ? (
        <p className="mt-3 break-words">{t(words.cancelled_why, { why: ballot.cancelled_why })}</p>
      ) : null}
    </Card>
  )
}

/** A row of the outcome. Its bar shows `n` as a share of `of`. */
type Count = { key: string; label: string; n: number; of: number; by: 'n_of' | 'n_of_places'; tone: 'accent' | 'plain' }
/**
 * The outcome in bars: direct entries, the places of each segment, and waiting entrants. If a segment has places of its
 * own, its bar shows the filled share of these places. The bar of any other segment shows a share of the entrants who
 * have no direct entry and no place from an earlier segment. The bars of direct entries and of waiting entrants show a
 * share of all entrants.
 */
export const BallotCounts = ({ ballot }: { ballot: Ballot }) => {
  const t = useWords()
  const { lang } = useLang()
  const { counts, declared, entries } = ballot
  const n = (name: string): number => counts[name] ?? 0
  const segments = declared.segments.map(({ name }) => n(name))
  const all = Math.max(1, n('direct') + n('wait') + segments.reduce((sum, each) => sum + each, 0))
  const rows: readonly Count[] = [
    ...(n('direct') > 0
      ? [
          {
            key: 'direct',
            label: t(words.direct),
            n: n('direct'),
            of: all,
            by: 'n_of' as const,
            tone: 'accent' as const,
          },
        ]
      : []),
    ...declared.segments.map(({ name, places }, at) => ({
      key: name,
      label: segmentText(ballot, name, lang),
      n: n(name),
      of: places ?? all - n('direct') - segments.slice(0, at).reduce((sum, each) => sum + each, 0),
      by: places ? ('n_of_places' as const) : ('n_of' as const),
      tone: 'accent' as const,
    })),
    { key: 'wait', label: t(words.wait), n: n('wait'), of: all, by: 'n_of', tone: 'plain' },
  ]
  const said = (one: Count) => t(words[one.by], { n: countText(one.n), of: countText(one.of) })
  return (
    <Card
      title={t(words.outcome)}
      aside={
        entries === null ? undefined : (
          <span className="figures text-14 text-soft">
            {t(words.drawn_all, { n: countText(n('drawn') + n('direct')) })}
          </span>
        )
      }
    >
      <ul className="grid gap-4">
        {rows.map((one) => (
          <li key={one.key}>
            <p className="mb-1.5 flex items-baseline justify-between gap-4">
              <span>{one.label}</span>
              <span className="figures shrink-0 font-medium">{said(one)}</span>
            </p>
            <Bar value={one.n / Math.max(1, one.of)} label={`${one.label}: ${said(one)}`} tone={one.tone} />
          </li>
        ))}
      </ul>
      {n('wait') > 0 ? <p className="mt-4 border-t border-line pt-3 text-14 text-soft">{t(words.wait_text)}</p> : null}
    </Card>
  )
}
