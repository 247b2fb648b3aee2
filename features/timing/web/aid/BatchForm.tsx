import { useState } from 'react'
import { Chip } from '#ui/feedback/Chip.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { entryDoubtWords } from '../../aid/aid.words.ts'
import { readBatch } from '../../aid/batch.rules.ts'
import { words } from './phone.words.ts'
import type { WriteProps } from './TapForm.tsx'

/**
 * Writes several bibs as people read them out over the radio. Before it saves the bibs, it shows how it understood each
 * part of the typed text.
 */
export const BatchForm = ({ view, onWrite }: WriteProps) => {
  const t = useWords()
  const [typed, setTyped] = useState('')
  const [way, setWay] = useState<'in' | 'out'>('in')
  const { lines, problems } = readBatch(typed, way)
  const save = async () => {
    await onWrite(lines)
    toastSuccess(t(words.save, { n: lines.length }))
    setTyped('')
  }
  return (
    <div className="grid gap-3">
      <Segmented
        label={t(words.batch)}
        value={way}
        onChange={(next) => setWay(next === 'out' ? 'out' : 'in')}
        options={[
          { value: 'in', label: t(words.in) },
          { value: 'out', label: t(words.out) },
        ]}
      />
      <TextArea
        label={t(words.batch)}
        hint={t(words.batch_hint)}
        rows={3}
        maxLength={2000}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className="grid gap-1">
        {lines.map((line, at) => (
          <li key={`${line.kind} ${line.bib}`} className="flex flex-wrap items-center gap-2">
            <span className="figures font-medium">{line.bib}</span>
            <span>{t(words[line.kind])}</span>
            <span className="figures text-soft">{line.clock ?? t(words.now)}</span>
            {line.note ? <span className="text-soft">{line.note}</span> : null}
            {view.doubts(line, lines.slice(0, at)).map((word) => (
              <Chip key={word} tone="warning">
                {t(entryDoubtWords[word])}
              </Chip>
            ))}
          </li>
        ))}
        {problems.map(({ word, given }, at) => (
          <li key={`${at} ${word}`} className="break-words text-danger-ink">
            {t(words[word], { given })}
          </li>
        ))}
      </ul>
      <Button
        className="min-h-14"
        disabledReason={lines.length === 0 ? t(words.empty) : undefined}
        onClick={() => void save()}
      >
        {t(words.save, { n: lines.length })}
      </Button>
    </div>
  )
}
