import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { DocumentFields, documentSent, noDocument } from '#features/people/web/DocumentFields.tsx'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { consoleBansSave } from '../contract.ts'
import { type BanSource, banSources } from '../rules.ts'
import { words } from '../words.ts'

type Saved = OutputOf<typeof consoleBansSave>
type Props = { raceid: number; everywhere: boolean; onClose: () => void; onSaved: (ban: Saved) => void }
type Typed = Record<'reason' | 'from' | 'until', string>

export const BanDialog = ({ raceid, everywhere, onClose, onSaved }: Props) => {
  const t = useWords()
  const save = useCall(consoleBansSave, { quiet: true })
  const [person, setPerson] = useState(noDocument)
  const [typed, setTyped] = useState<Typed>({ reason: '', from: '', until: '' })
  const [source, setSource] = useState<BanSource>('organiser')
  const [all, setAll] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const field = (name: keyof Typed, more: { type?: 'date'; hint?: string } = {}) => (
    <TextInput
      label={t(words[name])}
      value={typed[name]}
      error={refused?.fields[name]}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
      {...more}
    />
  )
  const write = () => {
    setRefused(undefined)
    const { until, ...rest } = typed
    save.mutate(
      {
        raceid,
        ...rest,
        ...documentSent(person),
        source,
        everywhere: all,
        until: until === '' ? null : until,
      },
      {
        onSuccess: (saved) => {
          toastSuccess(t(words.saved))
          onSaved(saved)
        },
        onError: (thrown) => setRefused(refusedFrom(thrown)),
      },
    )
  }
  return (
    <AskDialog
      wide
      title={t(words.write_title)}
      action={t(words.save)}
      busy={save.isPending}
      refused={refused}
      onClose={onClose}
      onDo={write}
    >
      <DocumentFields value={person} errors={refused?.fields} onChange={setPerson} />
      <RadioCards
        label={t(words.source)}
        columns={2}
        value={source}
        onChange={(one) => setSource(one === 'federation' ? 'federation' : 'organiser')}
        options={banSources.map((one) => ({ value: one, label: t(words[one]) }))}
      />
      {field('reason')}
      <div className="grid gap-4 md:grid-cols-2">
        {field('from', { type: 'date' })}
        {field('until', { type: 'date', hint: t(words.until_hint) })}
      </div>
      {everywhere ? (
        <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
          {t(words.for_every_race)}
        </Checkbox>
      ) : null}
    </AskDialog>
  )
}
