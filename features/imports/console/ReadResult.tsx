import { Dotted } from '#ui/layout/Dotted.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { Button } from '#ui/form/Button.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import type { ImportKindShown, consoleImportsRead } from '../contract.ts'
import { words } from '../words.ts'
import { ColumnMapping } from './ColumnMapping.tsx'
import { Faults } from './Faults.tsx'

type Props = {
  kind: ImportKindShown
  read: OutputOf<typeof consoleImportsRead>
  busy: boolean
  onMapping: (mapping: Record<string, string>) => void
  onTake: () => void
}
export const ReadResult = ({ kind, read, busy, onMapping, onTake }: Props) => {
  const t = useWords()
  const { counts, missing, remembered, dry } = read
  const count = (name: 'added' | 'changed' | 'same' | 'refused') => t(words[name], { n: countText(counts[name]) })
  const taken = counts.added + counts.changed
  return (
    <>
      <div className="figures grid gap-1" aria-live="polite">
        <p className="text-20 font-bold">{t(words.rows, { rows: countText(counts.rows) })}</p>
        {missing.length > 0 ? (
          <p className="font-medium text-danger-ink">{t(words.missing, { names: missing.join(t(words.comma)) })}</p>
        ) : (
          <p>
            <Dotted text={[count('added'), count('changed'), count('same'), count('refused')].join(' · ')} />
          </p>
        )}
        {remembered ? <p className="text-soft">{t(words.remembered)}</p> : null}
      </div>
      {dry ? <ColumnMapping kind={kind} read={read} onMapping={onMapping} /> : null}
      <Faults read={read} name={kind.name} />
      {dry ? (
        <div>
          <Button busy={busy} disabledReason={taken === 0 ? t(words.nothing) : undefined} onClick={onTake}>
            {t(words.go, { n: countText(taken) })}
          </Button>
        </div>
      ) : null}
    </>
  )
}
