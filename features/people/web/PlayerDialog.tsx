import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { refusedFrom, useCall } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { userIdnum } from '../binding.contract.ts'
import { type Gender, type IdType, idtypes, normalIdnum } from '../rules.ts'
import { words } from '../words.ts'
import { usePassportHint } from './usePassportHint.ts'
import { CountrySelect } from './CountrySelect.tsx'
import { peopleWords } from './people.words.ts'

/**
 * The dialog that binds the person's own document to the account. The dialog also unbinds the document, after its
 * number is typed again.
 */
export const PlayerDialog = ({
  unbind,
  onClose,
  onDone,
}: {
  unbind: boolean
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const save = useCall(userIdnum, { quiet: true })
  const [idtype, setIdtype] = useState<IdType>('idcard')
  const [given, setGiven] = useState({ idnum: '', country: '', name: '', birth: '', gender: '' })
  const [wrongs, setWrongs] = useState<Readonly<Record<string, string>>>({})
  const [refused, setRefused] = useState<string>()
  const put = (patch: Partial<typeof given>) => {
    setGiven((before) => ({ ...before, ...patch }))
    setWrongs((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in patch))))
  }
  // A resident's number holds birth and gender, so the form does not ask for them.
  const tells = idtype === 'idcard' && /^\d{17}[\dX]$/.test(normalIdnum(given.idnum))
  const asksMore = idtype !== 'idcard' || (normalIdnum(given.idnum).length >= 15 && !tells)
  const passport = usePassportHint(idtype, given.idnum, given.country)
  const submit = async () => {
    setRefused(undefined)
    const more = asksMore
      ? { ...(given.birth ? { birth: given.birth } : {}), ...(given.gender ? { gender: given.gender as Gender } : {}) }
      : {}
    try {
      await save.mutateAsync(
        unbind
          ? { unbind: true, idnum: given.idnum }
          : {
              idtype,
              idnum: given.idnum,
              name: given.name,
              ...(idtype === 'passport' ? { country: given.country } : {}),
              ...more,
            },
      )
      toastSuccess(t(unbind ? words.player_gone : words.player_bound))
      onDone()
    } catch (thrown) {
      const { fields, msg } = refusedFrom(thrown)
      setWrongs(fields)
      if (Object.keys(fields).length === 0) setRefused(msg)
    }
  }
  return (
    <Dialog open onClose={onClose} title={t(unbind ? peopleWords.playerUnbind : peopleWords.playerBind)}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className="text-soft">{t(unbind ? peopleWords.playerUnbindHow : peopleWords.playerBindHow)}</p>
        {unbind ? null : (
          <Select
            label={t(peopleWords.documentType)}
            value={idtype}
            onChange={(event) => setIdtype(event.target.value as IdType)}
            options={idtypes.map((value) => ({ value, label: t(words[value]) }))}
          />
        )}
        {idtype === 'passport' && !unbind ? (
          <CountrySelect value={given.country} onChange={(country) => put({ country })} error={wrongs.country} />
        ) : null}
        <TextInput
          label={t(peopleWords.number)}
          hint={unbind ? undefined : passport}
          value={given.idnum}
          error={wrongs.idnum}
          onChange={(event) => put({ idnum: event.target.value })}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          name="idnum"
          inputClassName="figures"
        />
        {unbind ? null : (
          <TextInput
            label={t(peopleWords.name)}
            value={given.name}
            error={wrongs.name}
            onChange={(event) => put({ name: event.target.value })}
            maxLength={60}
            autoComplete="name"
            name="name"
          />
        )}
        {!unbind && asksMore ? (
          <>
            <TextInput
              label={t(peopleWords.birth)}
              type="date"
              value={given.birth}
              error={wrongs.birth}
              onChange={(event) => put({ birth: event.target.value })}
              autoComplete="bday"
              name="birth"
            />
            <RadioCards
              label={t(peopleWords.gender)}
              value={given.gender}
              error={wrongs.gender}
              onChange={(gender) => put({ gender })}
              columns={2}
              centred
              options={[
                { value: 'male', label: t(words.male) },
                { value: 'female', label: t(words.female) },
              ]}
            />
          </>
        ) : null}
        {refused ? (
          <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
            {refused}
          </p>
        ) : null}
        <Button type="submit" wide busy={save.isPending}>
          {t(unbind ? peopleWords.unbind : peopleWords.bind)}
        </Button>
      </form>
    </Dialog>
  )
}
