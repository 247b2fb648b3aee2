import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { consoleBibsRenumber } from '../../runs/runs.contract.ts'
import { runWords } from '../../runs/runs.words.ts'
import { words } from '../../words.ts'
import { ChangesShown } from './ChangesShown.tsx'

type Preview = OutputOf<typeof consoleBibsRenumber>
/** The runners whose bibs staff change together: the runners of an event or of a run. */
export type RenumberedGroup = {
  value: string
  label: string
  of: { eventid: number } | { runid: number }
  /** The present bib of one of these runners, as it is printed. */
  like: string | null
}
const shapeOf = (like: string | null): { prefix: string; width: number } => {
  const found = /^([A-Z-]*)(\d+)$/.exec(like ?? '')
  return { prefix: found?.[1] ?? '', width: found?.[2]?.length ?? 4 }
}

/** Makes the warnings about people and files that already have the present bibs. */
const useWarnings = () => {
  const t = useWords()
  return (preview: Preview): string[] =>
    (['shown', 'printed', 'chips', 'results'] as const).flatMap((what) =>
      preview[what] > 0 ? [t(runWords[what], { n: countText(preview[what]) })] : [],
    )
}

type Props = {
  raceid: number
  choices: readonly RenumberedGroup[]
  first: string
  onClose: () => void
  onDone: () => void
}
/** The dialog that gives runners new bibs and keeps their order. Staff see the changes before anything is written. */
export const RenumberDialog = ({ raceid, choices, first, onClose, onDone }: Props) => {
  const t = useWords()
  const warningsOf = useWarnings()
  const renumber = useCall(consoleBibsRenumber)
  const [chosen, setChosen] = useState(first)
  const whom = choices.find(({ value }) => value === chosen) ?? choices[0]!
  const [range, setRange] = useState({ ...shapeOf(whom.like), from: 1 as number | null })
  const [preview, setPreview] = useState<Preview>()
  const change = (patch: Partial<typeof range>) => {
    setPreview(undefined)
    setRange({ ...range, ...patch })
  }
  const run = async (dry: boolean) => {
    const { prefix, width, from } = range
    const input = { raceid, ...whom.of, prefix, width, from: from ?? Number.NaN, dry }
    const outcome = await renumber.mutateAsync(preview && !dry ? { ...input, changed: preview.changed } : input)
    if (dry) return setPreview(outcome)
    toastSuccess(t(runWords.done, { n: countText(outcome.changed) }))
    onDone()
  }
  const go = (dry: boolean) => void run(dry).catch(() => setPreview(undefined))
  return (
    <AskDialog
      wide
      title={t(runWords.renumber)}
      action={preview ? t(runWords.go, { n: countText(preview.changed) }) : t(words.preview)}
      busy={renumber.isPending}
      disabledReason={preview?.changed === 0 ? t(runWords.nobody) : undefined}
      refused={renumber.error ?? undefined}
      onClose={onClose}
      onDo={() => (preview?.changed === 0 ? undefined : go(!preview))}
    >
      <p className="text-soft">{t(runWords.renumber_text)}</p>
      <Select
        label={t(runWords.whom)}
        value={whom.value}
        options={choices.map(({ value, label }) => ({ value, label }))}
        onChange={(event) => {
          const next = choices.find(({ value }) => value === event.target.value)!
          setChosen(next.value)
          change(shapeOf(next.like))
        }}
      />
      <div className="grid grid-cols-3 gap-3">
        <TextInput
          label={t(words.prefix)}
          value={range.prefix}
          maxLength={6}
          onChange={(event) => change({ prefix: event.target.value.toUpperCase().replace(/[^A-Z0-9-]/g, '') })}
        />
        <NumberInput
          label={t(runWords.from)}
          value={range.from}
          error={renumber.error?.fields.from}
          onChange={(from) => change({ from })}
        />
        <NumberInput
          label={t(words.width)}
          value={range.width}
          error={renumber.error?.fields.width}
          onChange={(width) => change({ width })}
        />
      </div>
      {preview ? (
        <ChangesShown
          said={[
            t(runWords.changed, { n: countText(preview.changed), same: countText(preview.same) }),
            ...(preview.first && preview.last ? [t(words.span, { first: preview.first, last: preview.last })] : []),
          ].join(' · ')}
          sample={preview.sample}
          count={preview.changed}
          warnings={warningsOf(preview)}
        />
      ) : null}
    </AskDialog>
  )
}
