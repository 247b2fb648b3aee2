import type { ReactNode } from 'react'
import { clockText } from '#features/results/rules.ts'
import { path } from '#seam/console/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import type { Suspicion } from '../contract.ts'
import { words } from '../words.ts'

type Props = { raceid: number; runner: Suspicion['runners'][number]; children?: ReactNode }

export const SuspectPanel = ({ raceid, runner, children }: Props) => {
  const t = useWords()
  const { bib, name, gender, age, ms, outcome, registrationid, photos } = runner
  const sex = gender === 'M' || gender === 'male' ? t(words.male) : gender ? t(words.female) : ''
  return (
    <section className="grid content-start gap-2 rounded border border-line bg-surface p-4" aria-label={bib}>
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
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {registrationid === null ? null : (
          <Link
            href={path.registration({ raceid, id: registrationid })}
            className="inline-flex min-h-11 items-center text-14 font-medium text-strong underline-offset-4 hover:underline"
          >
            {t(words.see)}
          </Link>
        )}
        {children}
      </div>
    </section>
  )
}
