import { useRef, useState } from 'react'
import { CountrySelect } from '#features/people/web/CountrySelect.tsx'
import { peopleWords } from '#features/people/web/people.words.ts'
import { usePassportHint } from '#features/people/web/usePassportHint.ts'
import { type IdType, idtypes } from '#features/people/rules.ts'
import { words as documentTypes } from '#features/people/words.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { seriesJoin } from '../joining/joining.contract.ts'
import { joinWords as words } from './join.words.ts'

type Choice = { id: number; name: string }
/** Joins a series with the number of a document. `name` is known if the runner adds new races to a join. */
export const JoinDialog = ({
  choices,
  name: known = '',
  onClose,
  onDone,
}: {
  choices: readonly Choice[]
  name?: string
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const join = useCall(seriesJoin, { quiet: true })
  const [form, setForm] = useState({ id: choices[0]?.id ?? 0, name: known, idnum: '', country: '', agreed: false })
  const [idtype, setIdtype] = useState<IdType>('idcard')
  const [refused, setRefused] = useState<Refused>()
  const [agreeFirst, setAgreeFirst] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const put = (patch: Partial<typeof form>) => setForm((before) => ({ ...before, ...patch }))
  const passport = usePassportHint(idtype, form.idnum, form.country)
  const go = async () => {
    if (!form.agreed) {
      setAgreeFirst(true)
      // The sentence below the box must be in view too.
      return box.current?.closest('label')?.parentElement?.scrollIntoView({ block: 'end' })
    }
    setRefused(undefined)
    try {
      const { country, ...rest } = form
      const { state } = await join.mutateAsync({ ...rest, idtype, ...(idtype === 'passport' ? { country } : {}) })
      toastSuccess(t(state === 'joined' ? words.done : words.sent))
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const wrong = refused?.fields ?? {}
  return (
    <AskDialog
      title={t(words.link)}
      action={t(words.link)}
      busy={join.isPending}
      refused={refused && Object.keys(wrong).length === 0 ? refused : undefined}
      onClose={onClose}
      onDo={() => void go()}
    >
      <p className="text-soft">{t(words.how)}</p>
      {choices.length > 1 ? (
        <Select
          label={t(words.series)}
          value={String(form.id)}
          onChange={(event) => put({ id: Number(event.target.value) })}
          options={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      ) : (
        <p className="font-medium">{choices[0]?.name}</p>
      )}
      <TextInput
        label={t(peopleWords.name)}
        value={form.name}
        error={wrong.name}
        maxLength={60}
        autoComplete="name"
        name="name"
        onChange={(event) => put({ name: event.target.value })}
      />
      <Select
        label={t(peopleWords.documentType)}
        value={idtype}
        onChange={(event) => setIdtype(event.target.value as IdType)}
        options={idtypes.map((value) => ({ value, label: t(documentTypes[value]) }))}
      />
      {idtype === 'passport' ? (
        <CountrySelect value={form.country} error={wrong.country} onChange={(country) => put({ country })} />
      ) : null}
      <TextInput
        label={t(peopleWords.number)}
        hint={passport}
        value={form.idnum}
        error={wrong.idnum}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        name="idnum"
        inputClassName="figures"
        onChange={(event) => put({ idnum: event.target.value })}
      />
      <Checkbox
        ref={box}
        checked={form.agreed}
        error={agreeFirst && !form.agreed ? t(words.agree_first) : undefined}
        onChange={(event) => put({ agreed: event.target.checked })}
      >
        {t(words.agree)}
      </Checkbox>
    </AskDialog>
  )
}
