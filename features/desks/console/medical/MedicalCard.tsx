import { Phone, TriangleAlert } from 'lucide-react'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card, Facts } from '#ui/layout/Card.tsx'
import type { Medical } from '../../medical/medical.contract.ts'
import { words } from '../../medical/medical.words.ts'
import { RunnerHead } from '../RunnerHead.tsx'
import { SHOWN_MINUTES } from './useMedical.ts'

type Props = { medical: Medical; zone: string; onClose: () => void }
/** Opened medical details. One tap on a phone number calls it. The card closes after some minutes. */
export const MedicalCard = ({ medical, zone, onClose }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const { emergency, guardian, declaration, answers } = medical
  return (
    <Card>
      <RunnerHead name={medical.name} event={medical.event} bib={medical.bib ?? ''} />
      <div className="mt-4 grid gap-4">
        <Facts
          rows={[
            [
              t(words.person),
              [medical.gender, medical.age === null ? null : t(words.years, { n: medical.age })]
                .filter(Boolean)
                .join(' · '),
            ],
            [t(words.bloodtype), medical.bloodtype],
          ]}
        />
        <section>
          <h3 className="mb-2 text-14 text-soft">{t(words.emergency)}</h3>
          {emergency ? (
            <Ring
              name={[emergency.name, emergency.relationship].filter(Boolean).join(' · ')}
              mobile={emergency.mobile}
            />
          ) : (
            <p>{t(words.emergency_none)}</p>
          )}
        </section>
        {guardian ? (
          <section>
            <h3 className="mb-2 text-14 text-soft">{t(words.guardian)}</h3>
            <Ring name={guardian.name} mobile={guardian.mobile} />
          </section>
        ) : null}
        {medical.mobile ? (
          <section>
            <h3 className="mb-2 text-14 text-soft">{t(words.runner)}</h3>
            <Ring name="" mobile={medical.mobile} />
          </section>
        ) : null}
        {answers.length > 0 ? (
          <section>
            <h3 className="text-14 text-soft">{t(words.answers)}</h3>
            <Answers answers={answers} />
          </section>
        ) : null}
        <section>
          <h3 className="text-14 text-soft">{t(words.declaration)}</h3>
          {declaration ? (
            <>
              <p className="figures">
                {t(words.signed_at, { time: dateText(declaration.at, lang, 'deadline', zone) })}
              </p>
              {declaration.doctor ? (
                <p className="mt-2 flex items-center gap-2 rounded bg-warning-tint px-4 py-3 font-medium text-warning-ink">
                  <TriangleAlert className="size-5 shrink-0" aria-hidden />
                  {t(words.doctor)}
                </p>
              ) : null}
              <Answers answers={declaration.answers} />
            </>
          ) : (
            <p>{t(words.declaration_none)}</p>
          )}
        </section>
        <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
          <Button look="plain" onClick={onClose}>
            {t(words.close)}
          </Button>
          <p className="text-14 text-soft">{t(words.closes, { n: SHOWN_MINUTES })}</p>
        </div>
      </div>
    </Card>
  )
}

const Ring = ({ name, mobile }: { name: string; mobile: string | null }) => (
  <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
    {name ? <span className="min-w-0 break-words text-20 font-bold">{name}</span> : null}
    {mobile ? (
      <a
        href={`tel:${mobile}`}
        className="figures flex min-h-11 items-center gap-2 rounded border border-edge px-4 text-20 font-bold hover:bg-sunk"
      >
        <Phone className="size-5" aria-hidden />
        {mobile}
      </a>
    ) : null}
  </p>
)

const Answers = ({ answers }: { answers: Medical['answers'] }) => (
  <dl className="divide-y divide-line">
    {answers.map(({ label, answer, note }, at) => (
      <div key={at} className="py-3">
        <dt className="break-words text-14 text-soft">{label}</dt>
        <dd className="break-words text-20 font-medium">
          {answer}
          {note ? <span className="block font-normal">{note}</span> : null}
        </dd>
      </div>
    ))}
  </dl>
)
