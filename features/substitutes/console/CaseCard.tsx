import { path } from '#seam/console/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Link } from '#ui/router/Link.tsx'
import { clockText } from '#features/results/rules.ts'
import type { Suspicion } from '../contract.ts'
import { figuresOf } from '../figures.rules.ts'
import { words } from '../words.ts'

type Suspect = Suspicion['runners'][number]
type Props = { raceid: number; one: Suspicion; onDecide: (to: 'dismissed' | 'substitute') => void }

/** One case: the figures of the rule, and the runners side by side with their photos. */
export const CaseCard = ({ raceid, one, onDecide }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-20 font-bold">{t(words[one.kind])}</h2>
        <Chip tone="plain">{one.event}</Chip>
        {one.state === 'open' ? null : (
          <Chip tone={one.state === 'substitute' ? 'danger' : 'success'}>{t(words[one.state])}</Chip>
        )}
      </div>
      <p className="figures mb-4 text-soft">{figuresOf(one, lang)}</p>
      <div className="grid gap-4 md:grid-cols-2">
        {one.runners.map((runner) => (
          <Runner key={runner.bib} raceid={raceid} runner={runner} />
        ))}
      </div>
      {one.reason ? (
        <p className="mt-4 break-words">
          {t(words.reason)}: {one.reason}
        </p>
      ) : null}
      {one.state === 'open' ? (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button look="plain" onClick={() => onDecide('dismissed')}>
            {t(words.dismiss)}
          </Button>
          <Button look="danger" onClick={() => onDecide('substitute')}>
            {t(words.decide)}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

const Runner = ({ raceid, runner }: { raceid: number; runner: Suspect }) => {
  const t = useWords()
  const { bib, name, gender, age, ms, outcome, registrationid, photos } = runner
  const sex = gender === 'M' || gender === 'male' ? t(words.male) : gender ? t(words.female) : ''
  return (
    <section className="grid content-start gap-2 rounded border border-line p-4" aria-label={bib}>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="display text-28">{bib}</span>
        <span className="break-words font-medium">{name}</span>
        {outcome === 'dsq' ? <Chip tone="danger">{t(words.disqualified)}</Chip> : null}
      </p>
      <p className="figures text-14 text-soft">
        {[sex, age === null ? '' : String(age), ms === null ? '' : clockText(Math.floor(ms / 1000))]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {photos.length === 0 ? (
        <p className="text-14 text-soft">{t(words.no_photo)}</p>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          {photos.map((photo) => (
            <img
              key={photo}
              src={`${photo}?x-oss-process=image/resize,w_480/format,webp`}
              alt={t(words.photo_of, { bib })}
              loading="lazy"
              className="aspect-[4/3] w-full rounded object-cover"
            />
          ))}
        </div>
      )}
      {registrationid === null ? null : (
        <Link
          href={path.registration({ raceid, id: registrationid })}
          className="inline-flex min-h-11 items-center text-14 font-medium text-strong underline-offset-4 hover:underline"
        >
          {t(words.see)}
        </Link>
      )}
    </section>
  )
}
