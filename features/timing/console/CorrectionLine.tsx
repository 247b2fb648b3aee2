import type { ReactNode } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText, durationText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import type { CorrectionShown } from '../corrections/corrections.contract.ts'
import { decisionWords } from './desk/decision.words.ts'
import { timingOutcomeWords, reinstated, words } from './console.words.ts'
import { teamRulesWords as labels } from './teamRules.words.ts'

/**
 * Shows a correction of a result, its reason, and a button that undoes it. `whose` names the runner in a list about
 * several runners.
 */
export const CorrectionLine = ({
  one,
  busy,
  onUndo,
  whose,
}: {
  one: CorrectionShown
  busy: boolean
  onUndo: () => void
  whose?: ReactNode
}) => {
  const t = useWords()
  const { lang } = useLang()
  const point =
    one.point === 'finish'
      ? t(words.finish)
      : one.point === 'net'
        ? t(words.net_only)
        : one.point === 'start'
          ? t(words.own_start)
          : (one.point ?? '')
  const time = one.ms === null ? t(words.none) : durationText(Math.ceil(one.ms / 1000))
  const did =
    one.kind === 'time'
      ? t(words.did_time, { point, time })
      : one.kind === 'swap'
        ? t(words.did_swap, { bib: one.with ?? '' })
        : one.kind === 'team'
          ? t(labels.did, { team: one.team || t(labels.team_none) })
          : one.kind === 'name'
            ? t(one.hidden ? decisionWords.did_hide : decisionWords.did_show)
            : one.kind === 'doubt'
              ? t(decisionWords.did_settle)
              : one.outcome === 'finished'
                ? t(reinstated)
                : t(words.did_outcome, {
                    outcome: t(timingOutcomeWords[one.outcome as keyof typeof timingOutcomeWords]),
                  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <span className={`min-w-0 flex-1 ${one.undone_at ? 'text-soft line-through' : ''}`}>
        {whose ? <span className="figures block text-14">{whose}</span> : null}
        <span className="block font-medium">
          {did}
          {one.rule ? ` · ${one.rule}` : ''}
        </span>
        <span className="block text-14 text-soft">
          {one.reason} · {one.by ?? ''} {dateText(one.created_at, lang, 'deadline')}
        </span>
      </span>
      {one.undone_at ? (
        <Chip>{t(words.undone)}</Chip>
      ) : (
        <Button look="plain" busy={busy} onClick={onUndo}>
          {t(words.undo)}
        </Button>
      )}
    </li>
  )
}
