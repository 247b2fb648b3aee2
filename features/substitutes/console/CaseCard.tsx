import { Chip } from '#ui/feedback/Chip.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { Suspicion } from '../contract.ts'
import { evidenceText } from '../figures.rules.ts'
import { words } from '../words.ts'
import { SuspectPanel } from './SuspectPanel.tsx'

type Props = { raceid: number; one: Suspicion; onDecide: (to: 'dismissed' | 'substitute') => void }

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
      <p className="figures mb-4 break-words text-soft">{evidenceText(one, lang)}</p>
      <div className="grid gap-4 md:grid-cols-2">
        {one.runners.map((runner) => (
          <SuspectPanel key={runner.bib} raceid={raceid} runner={runner} />
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
