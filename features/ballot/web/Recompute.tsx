import { FileUp, Play, Square } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Progress } from '#ui/feedback/Progress.tsx'
import { Select } from '#ui/form/Select.tsx'
import type { Ballot } from '../contract.ts'
import { type LineChange, lineChanges } from './changes.ts'
import { lineChangeWords, checkWords as words, phaseWords } from './check.words.ts'
import type { Mine } from './MyEntry.tsx'
import { recomputePhases } from './recomputing.ts'
import { Result } from './Result.tsx'
import { useRecompute } from './useRecompute.ts'

/**
 * The part that computes the whole draw again on this device and compares the result with the published draw. A doubter
 * can change the input first.
 */
export const Recompute = ({ ballot, mine }: { ballot: Ballot; mine: Mine | undefined }) => {
  const t = useWords()
  const { is, run, cancel } = useRecompute()
  const [change, setChange] = useState<LineChange>('entry')
  const start = (given: { change?: LineChange; file?: File } = {}) =>
    run({
      list: given.file ?? ballot.list_path ?? '',
      outcome: ballot.outcome_path,
      source: ballot.source,
      signature: ballot.signature,
      chainKey: ballot.chain_key,
      change: given.change ?? null,
      mine: mine ? { salt: mine.salt, key: mine.key } : null,
    })
  const running = is.state === 'running'
  const seeded = ballot.source !== null
  const possible = lineChanges.filter((one) => seeded || one !== 'source')
  return (
    <Card title={t(words.again)}>
      <p className="mb-4 text-pretty text-soft">{t(words.again_text)}</p>
      {running ? (
        <div className="grid gap-3">
          <p role="status" className="flex items-baseline justify-between gap-4">
            <span className="font-medium">{t(phaseWords[is.phase])}</span>
            <span className="figures text-14 text-soft">
              {recomputePhases.indexOf(is.phase) + 1} / {recomputePhases.length}
            </span>
          </p>
          <Progress label={t(phaseWords[is.phase])} {...(is.done === null ? {} : { value: is.done })} />
          <Button look="plain" wide icon={<Square className="size-4" aria-hidden />} onClick={cancel}>
            {t(words.cancel)}
          </Button>
        </div>
      ) : (
        <Button
          wide
          icon={<Play className="size-5" aria-hidden />}
          disabledReason={ballot.list_path ? undefined : t(words.again_later)}
          onClick={() => start()}
        >
          {t(words.start)}
        </Button>
      )}
      <div role="status">
        {is.state === 'cancelled' ? <p className="mt-3 text-14 text-soft">{t(words.cancelled)}</p> : null}
        {is.state === 'done' ? (
          <Result key={is.seconds} ballot={ballot} found={is.found} request={is.request} seconds={is.seconds} />
        ) : null}
      </div>
      {is.state === 'failed' ? <FieldError>{t(words[`failed_${is.why}`], { message: is.message })}</FieldError> : null}
      {ballot.list_path ? (
        <details className="mt-4 border-t border-line pt-1">
          <summary className="flex min-h-11 items-center font-medium text-strong">{t(words.doubt)}</summary>
          <div className="grid gap-4 pb-1">
            <p className="text-14 text-soft">{t(words.doubt_text)}</p>
            <Select
              label={t(words.what_change)}
              value={change}
              options={possible.map((one) => ({ value: one, label: t(lineChangeWords[one]) }))}
              onChange={(event) => setChange(event.target.value as LineChange)}
            />
            <Button look="plain" wide disabled={running} onClick={() => start({ change })}>
              {t(words.try_change)}
            </Button>
            <label
              className={
                'relative flex min-h-14 cursor-pointer items-center gap-3 rounded border border-dashed ' +
                'border-edge px-4 py-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
                `has-focus-visible:outline-ink ${running ? 'opacity-60' : 'hover:bg-sunk'}`
              }
            >
              <FileUp className="size-5 shrink-0 text-strong" aria-hidden />
              <span>
                <span className="font-medium">{t(words.own_file)}</span>
                <span className="block text-14 text-soft">{t(words.own_file_text)}</span>
              </span>
              <input
                type="file"
                accept=".txt,text/plain"
                disabled={running}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
                onChange={(event) => {
                  const file = event.target.files?.[0]
                  // Without this line the browser would not report the same file when a person chooses it again.
                  event.target.value = ''
                  if (file) start({ file })
                }}
              />
            </label>
          </div>
        </details>
      ) : null}
    </Card>
  )
}
