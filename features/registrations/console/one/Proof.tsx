import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card, Facts } from '#ui/layout/Card.tsx'
import type { RegistrationFile } from '../../changes/changes.contract.ts'
import { words } from '../desk.words.ts'

/** Shows the result with which the runner wants to qualify, and its proof. */
export const Proof = ({ qualifying }: { qualifying: NonNullable<RegistrationFile['qualifying']> }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card
      title={t(words.qualifying)}
      aside={
        qualifying.meets === null ? null : (
          <Chip tone={qualifying.meets ? 'success' : 'warning'}>
            {t(qualifying.meets ? words.meets : words.meets_not)}
          </Chip>
        )
      }
    >
      <div className="grid gap-6 md:grid-cols-2">
        <Facts
          rows={[
            [t(words.ran), qualifying.race],
            [t(words.day), dateText(qualifying.day, lang)],
            [t(words.time), qualifying.time],
          ]}
        />
        {qualifying.proof ? (
          <a href={qualifying.proof} target="_blank" rel="noreferrer" className="block">
            <img
              src={qualifying.proof}
              alt={t(words.proof_picture)}
              className="max-h-96 w-full rounded bg-sunk object-contain"
            />
          </a>
        ) : (
          <p className="text-soft">{t(words.no_proof)}</p>
        )}
      </div>
    </Card>
  )
}
