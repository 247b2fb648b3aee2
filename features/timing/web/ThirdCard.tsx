import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { timingThirdReportQuery } from '../contract.ts'
import { thirdWords as words } from './third.words.ts'

/** Shows the timing firm's own result of a runner. There is no card if the firm has no result or does not answer. */
export const ThirdCard = ({ raceid, bib }: { raceid: number; bib: string }) => {
  const t = useWords()
  const { data } = useAsk(timingThirdReportQuery, { raceid, bib }, { quiet: true, staleTime: 300_000 })
  if (!data) return null
  const { firm, report, ours, differs } = data
  const facts = [
    [words.gun, report.time],
    [words.net, report.nettime],
    [words.place, report.place === null ? null : countText(report.place)],
  ] as const
  return (
    <Card
      title={t(words.title)}
      aside={
        ours ? <Chip tone={differs ? 'warning' : 'success'}>{t(differs ? words.differs : words.same)}</Chip> : undefined
      }
    >
      <p className="text-soft">{firm}</p>
      <dl className="mt-2 flex flex-wrap gap-x-8 gap-y-2">
        {facts.map(([label, value]) =>
          value === null ? null : (
            <div key={label.en}>
              <dt className="text-14 text-soft">{t(label)}</dt>
              <dd className="display text-20">{value}</dd>
            </div>
          ),
        )}
      </dl>
      {differs ? <p className="mt-3 text-14 text-soft">{t(words.official)}</p> : null}
    </Card>
  )
}
