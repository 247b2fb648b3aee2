import { Chip } from '#ui/feedback/Chip.tsx'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { entryDoubtWords, aidEntryWords } from '../../aid/aid.words.ts'
import { words } from './phone.words.ts'
import type { WriteProps } from './TapForm.tsx'

const SHOWN = 30
/** Lists the latest entries of this phone, the newest first. The volunteer can take back each of them. */
export const LatestEntries = ({ view, onWrite }: WriteProps) => {
  const t = useWords()
  const { lang } = useLang()
  const { latest, told } = view.state
  const undone = new Set(latest.flatMap(({ undoes }) => undoes ?? []))
  const shown = latest.filter(({ kind }) => kind !== 'undo').slice(0, SHOWN)
  return (
    <Card title={t(words.latest)} flush>
      {shown.length === 0 ? <p className="px-4 pb-4 text-soft">{t(words.none)}</p> : null}
      <ul className="divide-y divide-line">
        {shown.map((one) => (
          <li key={one.entry} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <span className={`figures text-20 font-bold ${undone.has(one.entry) ? 'line-through' : ''}`}>
              {one.bib}
            </span>
            <span>{t(aidEntryWords[one.kind])}</span>
            <span className="figures text-soft">
              {dateText(new Date(one.at).toISOString(), lang, 'second', told?.zone)}
            </span>
            {one.sent ? null : <Chip>{t(words.unsent)}</Chip>}
            {undone.has(one.entry) ? (
              <Chip>{t(words.undone)}</Chip>
            ) : (
              one.doubts.map((word) => (
                <Chip key={word} tone="warning">
                  {t(entryDoubtWords[word])}
                </Chip>
              ))
            )}
            {undone.has(one.entry) ? null : (
              <Button
                look="quiet"
                className="ml-auto"
                aria-label={`${t(words.undo)} ${one.bib} ${t(aidEntryWords[one.kind])}`}
                onClick={() => void onWrite([{ bib: '', kind: 'undo', clock: null, note: '', undoes: one.entry }])}
              >
                {t(words.undo)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
