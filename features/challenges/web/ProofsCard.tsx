import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { dateText, shortDuration } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { ChallengeMine } from '../contract.ts'
import { proofWords, proofStateWords } from '../words.ts'
import { challengeWords as words } from './challenges.words.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { kmText } from '#contract/written.ts'

const tones = { counts: 'success', waiting: 'warning', refused: 'danger' } as const

/** The person's proofs with their states. A refused proof also shows the reason. */
export const ProofsCard = ({ mine }: { mine: ChallengeMine }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card title={t(words.proofs)}>
      {mine.proofs.length === 0 ? <Empty title={t(words.proofs_none)} /> : null}
      <ul className="divide-y divide-line">
        {mine.proofs.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
            <span className="min-w-0 flex-[1_1_10rem]">
              <span className="figures block font-medium">
                <Dotted text={dateText(one.day, lang, 'short') + (one.made_up ? ` · ${t(words.made_up)}` : '')} />
              </span>
              <span className="figures block text-14 text-soft">
                <Dotted
                  text={[
                    t(proofWords[one.proof]),
                    one.metres > 0 ? t(words.km, { n: kmText(one.metres) }) : '',
                    shortDuration(one.seconds),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                />
              </span>
              {one.says ? <span className="block text-14 text-danger-ink">{one.says}</span> : null}
            </span>
            {one.photo ? (
              <a
                href={one.photo}
                target="_blank"
                rel="noopener"
                aria-label={`${t(words.see_photo)} ${dateText(one.day, lang, 'short')}`}
                className="flex min-h-11 items-center rounded px-2 text-14 text-strong hover:bg-tint"
              >
                {t(words.see_photo)}
              </a>
            ) : null}
            <Chip tone={tones[one.state]}>{t(proofStateWords[one.state])}</Chip>
          </li>
        ))}
      </ul>
    </Card>
  )
}
