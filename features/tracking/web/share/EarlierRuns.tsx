import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useAsk } from '#ui/network/call.ts'
import { appLiveHistory } from '../../share/share.contract.ts'
import { EndedCard } from './EndedCard.tsx'
import { RunActions } from './RunActions.tsx'
import { words } from './share.words.ts'

/** The ended runs of the account in every race, without the run `besides`. A run without fixes does not appear. */
export const EarlierRuns = ({ besides }: { besides: number | undefined }) => {
  const t = useWords()
  const { lang } = useLang()
  const runs = useAsk(appLiveHistory, {}, { quiet: true, staleTime: 0 })
  const again = async () => void (await runs.refetch())
  const others = (runs.data?.items ?? []).filter(
    ({ id, stopped_at, fixes }) => id !== besides && stopped_at !== null && fixes > 0,
  )
  if (others.length === 0) return null
  return (
    <Card title={t(words.earlier)}>
      <ul className="divide-y divide-line">
        {others.map((run) => (
          <li key={`${run.raceid} ${run.id}`}>
            <details>
              <summary className="min-h-11 cursor-pointer py-3">
                <span className="font-medium">{`${run.race} ${run.event}`}</span>{' '}
                <span className="figures text-14 text-soft">
                  {dateText(run.created_at, lang, 'minute', run.zone)} ·{' '}
                  {t(words.km, { n: (run.metres / 1000).toFixed(2) })}
                </span>
              </summary>
              <EndedCard run={run} onChanged={() => void again()} />
              <RunActions run={run} onDone={again} />
            </details>
          </li>
        ))}
      </ul>
    </Card>
  )
}
