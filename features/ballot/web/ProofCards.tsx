import { ArrowUpRight, Check, Download, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { publicChain } from '../draw/beacon.rules.ts'
import type { Ballot } from '../contract.ts'
import { criterionText } from '../declared.rules.ts'
import { ballotWords as words } from './ballot.words.ts'
import { segmentText } from './declaredText.ts'
import { HashText, HashFact } from './HashFact.tsx'

type Shown = { ballot: Ballot }

/** The rules that the organiser declared before anybody could know the outcome. */
export const RulesCard = ({ ballot }: Shown) => {
  const t = useWords()
  const { lang } = useLang()
  const { segments, weights, direct, together, groups } = ballot.declared
  return (
    <Card title={t(words.rules)}>
      <p className="mb-2 text-14 text-soft">{t(words.segment_order)}</p>
      <ol className="mb-2 divide-y divide-line border-y border-line">
        {segments.map(({ name, places, who }, at) => (
          <li key={name} className="flex items-baseline gap-3 py-3">
            <span aria-hidden className="display w-5 shrink-0 text-20 text-strong">
              {at + 1}
            </span>
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-medium">{segmentText(ballot, name, lang)}</span>
                <span className="figures">
                  {places === undefined ? t(words.segment_rest) : t(words.segment_places, { n: countText(places) })}
                </span>
              </span>
              <span className="block text-14 text-soft">{t(words.who, { who: criterionText(who, lang) })}</span>
            </span>
          </li>
        ))}
      </ol>
      <Facts
        rows={[
          [
            t(words.chances),
            <Lines
              key="chances"
              lines={[
                t(words.chances_one),
                ...weights.map(({ who, plus }) => t(words.chances_plus, { who: criterionText(who, lang), n: plus })),
              ]}
            />,
          ],
          [
            t(words.directs),
            direct.length > 0 ? <Lines key="directs" lines={direct.map((who) => criterionText(who, lang))} /> : null,
          ],
          [t(words.together), t(words[`together_${together}`])],
          [t(words.groups), together === 'none' ? null : t(words[`groups_${groups}`])],
        ]}
      />
      {together === 'none' ? null : (
        <p className="border-t border-line pt-3 text-14 text-soft">{t(words.together_least)}</p>
      )}
    </Card>
  )
}
const Lines = ({ lines }: { lines: readonly string[] }) => (
  <>
    {lines.map((line) => (
      <span key={line} className="block">
        {line}
      </span>
    ))}
  </>
)

export const FrozenListCard = ({ ballot }: Shown) => {
  const t = useWords()
  return (
    <Card title={t(words.list)}>
      <p className="text-soft">{t(words.list_text)}</p>
      <HashFact
        label={t(words.list_hash)}
        value={ballot.list_hash}
        none={t(words.list_later)}
        description={ballot.list_hash ? t(words.list_hash_text) : undefined}
      />
      {ballot.list_hash && !ballot.outcome_hash ? (
        <p className="rounded bg-tint p-3 text-14">{t(words.keep_hash)}</p>
      ) : null}
    </Card>
  )
}

/** The source of the deciding number, and the number. */
export const SeedCard = ({ ballot, zone }: Shown & { zone: string | undefined }) => {
  const t = useWords()
  const { lang } = useLang()
  const { source } = ballot.declared
  const isPublic = source.kind === 'beacon' && source.chain === publicChain.hash && source.round !== undefined
  return (
    <Card
      title={t(words.seed_card)}
      aside={ballot.pretend_beacon ? <Chip tone="warning">{t(words.pretend)}</Chip> : undefined}
    >
      <p className="text-soft">
        {t(source.kind === 'number' ? words.number : ballot.pretend_beacon ? words.pretend_text : words.beacon)}
      </p>
      {source.kind === 'beacon' ? (
        <>
          <Facts
            rows={[
              [
                t(words.round),
                source.round === undefined ? (
                  <span key="round" className="font-normal text-soft">
                    {t(words.round_later)}
                  </span>
                ) : (
                  countText(source.round)
                ),
              ],
              [t(words.round_at), dateText(source.at, lang, 'minute', zone)],
            ]}
          />
          {source.chain ? <HashFact label={t(words.chain)} value={source.chain} /> : null}
          <HashFact label={t(words.randomness)} value={ballot.source} none={t(words.not_yet)} />
          {ballot.signature ? <HashFact label={t(words.signature)} value={ballot.signature} /> : null}
          {isPublic && ballot.source ? (
            <p className="border-b border-line">
              <a
                href={`https://api.drand.sh/${source.chain}/public/${source.round}`}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex min-h-11 items-center gap-1 text-strong underline"
              >
                {t(words.at_source)}
                <ArrowUpRight className="size-4" aria-hidden />
              </a>
            </p>
          ) : null}
        </>
      ) : (
        <Facts
          rows={[
            [t(words.which_number), source.says],
            [t(words.number_at), source.at ? dateText(source.at, lang, 'minute', zone) : null],
            [
              t(words.entered),
              ballot.source === null ? (
                <span key="none" className="font-normal text-soft">
                  {t(words.not_yet)}
                </span>
              ) : (
                <span key="entered" className="display text-20">
                  {ballot.source}
                </span>
              ),
            ],
            [t(words.entered_at), ballot.seeded_at ? dateText(ballot.seeded_at, lang, 'minute', zone) : null],
          ]}
        />
      )}
      <HashFact
        label={t(words.seed)}
        value={ballot.seed}
        none={t(words.not_yet)}
        description={ballot.seed ? t(words.seed_text) : undefined}
      />
      <HashFact label={t(words.outcome_hash)} value={ballot.outcome_hash} none={t(words.not_yet)} />
      {ballot.code_version ? <Facts rows={[[t(words.code_version), ballot.code_version]]} /> : null}
    </Card>
  )
}

/** The files of the list and of the outcome, and the command that checks the draw without this page. */
export const FilesCard = ({ ballot }: Shown) => {
  const t = useWords()
  if (!ballot.list_path) return null
  const { source } = ballot.declared
  const key =
    ballot.chain_key && source.kind === 'beacon' && source.chain !== publicChain.hash
      ? ` --key ${ballot.chain_key}`
      : ''
  const given =
    ballot.source === null
      ? ''
      : source.kind === 'beacon' && ballot.signature
        ? ` --signature ${ballot.signature}${key}`
        : ` --source '${ballot.source.replaceAll("'", String.raw`'\''`)}'`
  const command = `npm run ballot -- list.txt${given}${ballot.outcome_hash ? ` --expect ${ballot.outcome_hash}` : ''}`
  return (
    <Card title={t(words.files)}>
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink
          look="plain"
          href={ballot.list_path}
          download="list.txt"
          icon={<Download className="size-5" aria-hidden />}
        >
          {t(words.list_file)}
        </ButtonLink>
        {ballot.outcome_path ? (
          <ButtonLink
            look="plain"
            href={ballot.outcome_path}
            download="outcome.txt"
            icon={<Download className="size-5" aria-hidden />}
          >
            {t(words.outcome_file)}
          </ButtonLink>
        ) : (
          <span className="text-14 text-soft">{t(words.outcome_file_later)}</span>
        )}
      </div>
      <details className="mt-3 border-t border-line pt-1">
        <summary className="flex min-h-11 items-center font-medium text-strong">{t(words.by_command)}</summary>
        <p className="mb-2 text-14 text-soft">{t(words.by_command_text)}</p>
        <HashText className="rounded bg-sunk p-3">{command}</HashText>
      </details>
    </Card>
  )
}

const Points = ({ points, icon }: { points: readonly string[]; icon: ReactNode }) => (
  <ul className="grid gap-2.5">
    {points.map((point) => (
      <li key={point} className="flex gap-2.5">
        {icon}
        <span className="text-pretty">{point}</span>
      </li>
    ))}
  </ul>
)
/** The facts that the files prove, and the facts that they do not prove, in plain words. */
export const ProvesCard = ({ ballot }: Shown) => {
  const t = useWords()
  const byNumber = ballot.declared.source.kind === 'number'
  return (
    <Card title={t(words.proves)}>
      <Points
        points={[
          t(words.proves_1),
          t(byNumber ? words.proves_2_number : words.proves_2),
          t(words.proves_3),
          t(words.proves_4),
        ]}
        icon={<Check className="mt-0.5 size-5 shrink-0 text-success-ink" aria-hidden />}
      />
      <h3 className="mb-2.5 mt-5 text-16 font-bold">{t(words.proves_not)}</h3>
      <Points
        points={[t(words.proves_not_1), t(words.proves_not_2), t(words.proves_not_3)]}
        icon={<Minus className="mt-0.5 size-5 shrink-0 text-soft" aria-hidden />}
      />
    </Card>
  )
}
