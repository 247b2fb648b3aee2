import { Dotted } from '#ui/layout/Dotted.ts'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { Cheer } from '../../share/share.contract.ts'
import { words } from './share.words.ts'

/** The cheers of spectators, newest first. A screen reader reads each new cheer aloud. */
export const CheersCard = ({ cheers, on, zone }: { cheers: readonly Cheer[]; on: boolean; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card title={t(words.cheers)}>
      {cheers.length === 0 ? <p className="text-soft">{t(on ? words.cheers_none : words.cheers_off)}</p> : null}
      <ul aria-live="polite" className="divide-y divide-line">
        {cheers.map(({ id, text, from, at }) => (
          <li key={id} className="py-3">
            <p className="break-words font-medium">{text}</p>
            <p className="text-14 text-soft">
              <Dotted text={[from, dateText(at, lang, 'second', zone)].filter(Boolean).join(' · ')} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
