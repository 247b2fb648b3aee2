import { ShieldCheck } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { useAsk } from '#ui/network/call.ts'
import { countText, dateText, shortDuration } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { applyTheme } from '#ui/look/applyTheme.ts'
import { path } from '#seam/web/paths.ts'
import { type CertificateVerdict, certificateQuery } from '../contract.ts'
import { certificateOutcomeWords, words } from '../words.ts'

const said = {
  genuine: { icon: 'success', title: words.genuine, says: words.genuine_text },
  corrected: { icon: 'info', title: words.corrected, says: words.corrected_text },
  withdrawn: { icon: 'warn', title: words.withdrawn, says: words.withdrawn_text },
} as const

const ofActivity = {
  genuine: words.genuine_activity,
  corrected: words.corrected_activity,
  withdrawn: words.withdrawn_activity,
} as const
/** The facts of a trail or a challenge as they are now. */
const ActivityFacts = ({ verdict }: { verdict: CertificateVerdict }) => {
  const t = useWords()
  const { lang } = useLang()
  const { activity, kind, race } = verdict
  if (!activity) return <Card title={race.name}>{verdict.event}</Card>
  const { seconds, rounds, points, days, metres, done_on } = activity
  const number = (value: number | null) => (value === null ? null : countText(value))
  return (
    <Card title={race.name} aside={<span className="text-14 text-soft">{t(words.record_now)}</span>}>
      <Facts
        rows={[
          [t(kind === 'trail' ? words.trail : words.challenge), verdict.event],
          [t(words.name), verdict.name],
          [t(words.fastest), seconds === null ? null : shortDuration(seconds)],
          [t(words.rounds), number(rounds)],
          [t(words.points), number(points)],
          [t(words.days), number(days)],
          [t(words.distance), metres === null ? null : t(words.km, { n: countText(Math.round(metres / 10) / 100) })],
          [t(words.done_on), done_on === null ? null : dateText(done_on, lang, 'day', race.zone)],
        ]}
      />
    </Card>
  )
}

const Shown = ({ verdict }: { verdict: CertificateVerdict }) => {
  const t = useWords()
  const isActivity = verdict.kind === 'trail' || verdict.kind === 'challenge'
  const { icon, title, says } = said[verdict.verdict]
  return (
    <>
      <Card className="flex flex-col items-center gap-2 text-center">
        <StatusIcon kind={icon} />
        <h2 className="mt-2 text-28 font-bold text-balance">{t(title)}</h2>
        <p className="text-soft">{t(isActivity ? ofActivity[verdict.verdict] : says)}</p>
        <p className="figures mt-2 rounded-full bg-sunk px-4 py-1.5 text-14 tracking-wide">{verdict.number}</p>
      </Card>
      {isActivity ? <ActivityFacts verdict={verdict} /> : <RunnerFacts verdict={verdict} />}
    </>
  )
}

/** The official result or the registration as it is now. */
const RunnerFacts = ({ verdict }: { verdict: CertificateVerdict }) => {
  const t = useWords()
  const { lang } = useLang()
  const outcome = verdict.outcome === null ? undefined : certificateOutcomeWords[verdict.outcome]
  const known = verdict.bib !== null || verdict.name !== null
  return (
    <Card title={verdict.race.name} aside={<span className="text-14 text-soft">{t(words.official_now)}</span>}>
      {verdict.gun || verdict.net ? (
        <div className="mb-2 grid grid-cols-2 gap-4 border-b border-line pb-5 text-center">
          {(
            [
              [words.gun, verdict.gun],
              [words.net, verdict.net],
            ] as const
          ).map(([label, time]) =>
            time === null ? null : (
              <div key={label.en}>
                <p className="text-14 text-soft">{t(label)}</p>
                <p className="display text-40 font-semibold text-strong">{time}</p>
              </div>
            ),
          )}
        </div>
      ) : null}
      <Facts
        rows={[
          [t(words.name), known ? (verdict.name ?? t(words.name_hidden)) : null],
          [t(words.bib), verdict.bib],
          [t(words.event), verdict.event],
          [
            t(words.place),
            verdict.place === null
              ? outcome && verdict.outcome !== 'finished'
                ? t(outcome)
                : null
              : t(words.place_n, { n: countText(verdict.place) }),
          ],
          [
            t(words.race_day),
            dateText(verdict.race.time, lang, 'day', verdict.race.zone) +
              (verdict.race.city ? ` · ${verdict.race.city}` : ''),
          ],
          [
            t(words.changed_at),
            verdict.changed_at === null ? null : dateText(verdict.changed_at, lang, 'minute', verdict.race.zone),
          ],
        ]}
      />
    </Card>
  )
}

const Answering = () => (
  <>
    <Skeleton className="h-62" />
    <Skeleton className="h-100" />
  </>
)

/** The page behind a certificate's QR code: the verdict on the number, and the facts as they are now. */
export const VerifyPage = () => {
  const t = useWords()
  const go = useGo()
  const n = usePageParams()['n'] ?? ''
  const [typed, setTyped] = useState(n)
  /**
   * A person who comes with a number sees the answer first. The form appears together with the answer, so that it does
   * not move the answer down.
   */
  const [brought] = useState(n)
  const query = useAsk(certificateQuery, { n }, { enabled: n !== '', quiet: true })
  const verdict = n === '' ? undefined : query.data
  const primary = verdict?.race.primary
  useEffect(() => {
    if (primary !== undefined) void applyTheme(primary)
  }, [primary])
  const check = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim()) go(path.verify({ n: typed.trim() }), { replace: true })
  }
  const unknown = query.error?.refusal === 'certificate_number_unknown' ? query.error.msg : undefined
  return (
    <Page title={t(words.verify)} narrow>
      {verdict ? <Shown verdict={verdict} /> : n !== '' && query.isPending ? <Answering /> : null}
      {query.error && !unknown ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      <Card className={n !== '' && n === brought && query.isPending ? 'hidden' : ''}>
        <form onSubmit={check} className="grid gap-4">
          <TextInput
            label={t(words.number)}
            hint={t(words.verify_hint)}
            error={n === typed.trim() ? unknown : undefined}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onClear={() => setTyped('')}
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="72-7K3M-9QXA-22FC-HT5W"
            maxLength={60}
            inputClassName="figures"
          />
          <Button type="submit" wide icon={<ShieldCheck className="size-5" aria-hidden />} busy={query.isFetching}>
            {t(words.check)}
          </Button>
        </form>
      </Card>
    </Page>
  )
}
