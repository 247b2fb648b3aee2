import { CircleCheck, CircleMinus, CircleX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import type { Ballot } from '../contract.ts'
import { type BallotCheck, type BallotVerdict, allAgree, checksOf } from './agreement.ts'
import { checkWords as words, namesOfChecks } from './check.words.ts'
import { HashText } from './HashFact.tsx'
import type { RecomputeRequest, RecomputeFinding } from './recomputing.ts'

const icons: Record<BallotVerdict, typeof CircleCheck> = { agrees: CircleCheck, differs: CircleX, none: CircleMinus }
const inks: Record<BallotVerdict, string> = {
  agrees: 'text-success-ink',
  differs: 'text-danger-ink',
  none: 'text-soft',
}

/** The computed outcome beside the published outcome, item by item. The verdict comes first. */
export const Result = ({
  ballot,
  found,
  request,
  seconds,
}: {
  ballot: Ballot
  found: RecomputeFinding
  request: RecomputeRequest
  seconds: number
}) => {
  const t = useWords()
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    void top.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const checks = checksOf(ballot, found)
  const agrees = allAgree(checks)
  const own = typeof request.list !== 'string'
  const values = { seconds: seconds < 10 ? seconds.toFixed(1) : Math.round(seconds), n: countText(found.entries) }
  const says = agrees
    ? (own ? `${t(words.same_own)} ` : '') + t(ballot.outcome_hash ? words.all_agree_text : words.so_far_text, values)
    : t(found.changed ? words.differs_changed_text : own ? words.differs_own : words.differs_text)
  return (
    <div ref={top} className="mt-4 grid gap-4 border-t border-line pt-4">
      <div className="flex items-center gap-4">
        <StatusIcon kind={agrees ? 'success' : 'warn'} size={64} />
        <div className="min-w-0">
          <h3 className="text-20 font-bold">
            {t(agrees ? words.all_agree : found.changed ? words.differs_changed : words.differs)}
          </h3>
          <p className="text-pretty text-soft">{says}</p>
        </div>
      </div>
      {found.changed ? (
        <div className="rounded bg-sunk p-3">
          <p className="mb-2 font-medium">
            {found.changed.line === null ? t(words.source_line) : t(words.line_n, { n: countText(found.changed.line) })}
          </p>
          <p className="text-14 text-soft">{t(words.before)}</p>
          <HashText>{found.changed.before}</HashText>
          <p className="mt-1.5 text-14 text-soft">{t(words.after)}</p>
          <HashText>{found.changed.after || t(words.taken_out)}</HashText>
        </div>
      ) : null}
      {found.mine ? <MineFound mine={found.mine} /> : null}
      {found.noOutcome ? <p className="font-medium text-danger-ink">{found.noOutcome}</p> : null}
      <ul className="divide-y divide-line">
        {checks.map((check) => (
          <Row key={check.name} check={check} />
        ))}
      </ul>
    </div>
  )
}

const Row = ({ check }: { check: BallotCheck }) => {
  const t = useWords()
  const { name, verdict, published, computed } = check
  const Icon = icons[verdict]
  const said =
    verdict === 'agrees'
      ? words.agrees
      : verdict === 'differs'
        ? words.unlike
        : name === 'signature'
          ? words.unchecked
          : words.unpublished
  const isText = name === 'rules' || name === 'counts'
  return (
    <li className="py-3">
      <p className="flex items-center gap-2.5">
        <Icon className={`size-5 shrink-0 ${inks[verdict]}`} aria-hidden />
        <span className="min-w-0 flex-1">{t(namesOfChecks[name])}</span>
        <span className={`shrink-0 text-14 ${inks[verdict]} ${verdict === 'differs' ? 'font-medium' : ''}`}>
          {t(said)}
        </span>
      </p>
      {name === 'file' ? (
        verdict === 'differs' ? (
          <p className="figures mt-1 pl-7.5 text-14">{t(words.others, { n: countText(Number(computed)) })}</p>
        ) : null
      ) : verdict === 'differs' && published !== null ? (
        <dl className="mt-2 grid gap-1.5 pl-7.5">
          <dt className="text-14 text-soft">{t(words.published)}</dt>
          <dd>
            <HashText>{published}</HashText>
          </dd>
          <dt className="text-14 text-soft">{t(words.computed)}</dt>
          <dd>
            <HashText>{computed ?? '—'}</HashText>
          </dd>
        </dl>
      ) : computed !== null && !isText ? (
        <HashText className="mt-1 pl-7.5 text-soft">{computed}</HashText>
      ) : null}
    </li>
  )
}

const MineFound = ({ mine }: { mine: NonNullable<RecomputeFinding['mine']> }) => {
  const t = useWords()
  if (mine.line === null)
    return (
      <p className="flex items-center gap-2.5 font-medium text-danger-ink">
        <CircleX className="size-5 shrink-0" aria-hidden />
        {t(words.mine_missing)}
      </p>
    )
  return (
    <div>
      <p className="flex items-center gap-2.5 font-medium">
        <CircleCheck className="size-5 shrink-0 text-success-ink" aria-hidden />
        {t(words.mine_found, { n: countText(mine.line) })}
      </p>
      <HashText className="mt-1 pl-7.5 text-soft">{mine.text}</HashText>
    </div>
  )
}
