import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { rights } from '#contract/rights.ts'
import { consoleRacesList } from '#features/races/contract.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type RaceRole, consoleRolesList, consoleRolesRemove, consoleRolesSave, ownRights } from '../contract.ts'
import { words } from '../words.ts'

/** Makes, changes and deletes the roles that races made for themselves. */
export const OwnRolesCard = () => {
  const t = useWords()
  const { lang } = useLang()
  const list = useAsk(consoleRolesList, {})
  const listed = useAsk(consoleRacesList, {}, { quiet: true })
  const races = new Map(listed.data?.items.map(({ id, name }) => [id, name]))
  const remove = useCall(consoleRolesRemove)
  const [edited, setEdited] = useState<RaceRole | 'new'>()
  const [leaving, setLeaving] = useState<RaceRole>()
  const [refused, setRefused] = useState<Refused>()
  const done = (said: string) => {
    setEdited(undefined)
    setLeaving(undefined)
    void list.refetch()
    toastSuccess(said)
  }
  const takeAway = async ({ raceid, id }: RaceRole) => {
    setRefused(undefined)
    try {
      await remove.mutateAsync({ raceid, id })
      done(t(words.removed))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const items = list.data?.items ?? []
  return (
    <Card
      title={t(words.own_title)}
      aside={
        <Button look="plain" icon={<Plus className="size-5" aria-hidden />} onClick={() => setEdited('new')}>
          {t(words.own_add)}
        </Button>
      }
    >
      <p className="text-14 text-soft">{t(words.own_says)}</p>
      {list.data && items.length === 0 ? <p className="mt-3">{t(words.own_none)}</p> : null}
      <ul className="divide-y divide-line">
        {items.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 flex-[1_1_16rem]">
              <p className="font-medium">
                {one.name} · {races.get(one.raceid) ?? t(words.race_n, { n: one.raceid })}
              </p>
              <p className="text-14 text-soft">
                {one.rights.map((right) => t(rights[right])).join(lang === 'en' ? ', ' : '、')}
              </p>
            </div>
            <span className="figures text-14 text-soft">{t(words.own_holders, { n: one.holders })}</span>
            <div className="-mr-2 flex">
              <IconButton label={`${t(words.edit)} ${one.name}`} onClick={() => setEdited(one)}>
                <Pencil className="size-5" aria-hidden />
              </IconButton>
              <IconButton
                label={`${t(words.delete)} ${one.name}`}
                onClick={() => {
                  setRefused(undefined)
                  setLeaving(one)
                }}
              >
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
      {edited ? (
        <OwnRoleDialog
          role={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => done(t(words.saved))}
        />
      ) : null}
      <AskDialog
        open={leaving !== undefined}
        title={t(words.own_remove_title, { name: leaving?.name ?? '' })}
        action={t(words.delete)}
        look="danger"
        busy={remove.isPending}
        refused={refused}
        onClose={() => setLeaving(undefined)}
        onDo={() => leaving && void takeAway(leaving)}
      >
        <p>{t(words.own_remove_text)}</p>
      </AskDialog>
    </Card>
  )
}

type DialogProps = { role: RaceRole | undefined; onClose: () => void; onSaved: () => void }
const OwnRoleDialog = ({ role, onClose, onSaved }: DialogProps) => {
  const t = useWords()
  const races = useAsk(consoleRacesList, {}).data?.items ?? []
  const save = useCall(consoleRolesSave)
  const [race, setRace] = useState(role ? String(role.raceid) : '')
  const [name, setName] = useState(role?.name ?? '')
  const [given, setGiven] = useState<readonly string[]>(role?.rights ?? [])
  const [refused, setRefused] = useState<Refused>()
  const [tried, setTried] = useState(false)
  const raceid = Number(race)
  const write = async () => {
    setTried(true)
    if (race === '' || given.length === 0) return
    try {
      const chosen = ownRights.filter((right) => given.includes(right))
      await save.mutateAsync({ raceid, name, rights: chosen, ...(role ? { id: role.id } : {}) })
      onSaved()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      wide
      title={role?.name ?? t(words.own_add)}
      action={t(words.save)}
      busy={save.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void write()}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextInput
          label={t(words.own_name)}
          value={name}
          error={refused?.fields.name}
          onChange={(event) => setName(event.target.value)}
          maxLength={40}
        />
        <Select
          label={t(words.own_race)}
          value={race}
          disabled={role !== undefined}
          error={tried && race === '' ? t(words.own_race_needed) : undefined}
          options={[
            ...(role ? [] : [{ value: '', label: t(words.own_race_choose) }]),
            ...races.map((one) => ({ value: String(one.id), label: `${one.id} ${one.name}` })),
          ]}
          onChange={(event) => setRace(event.target.value)}
        />
      </div>
      <fieldset className="grid gap-x-4 md:grid-cols-2">
        <legend className="mb-1.5 text-14 font-medium">{t(words.own_rights)}</legend>
        {ownRights.map((right) => (
          <Checkbox
            key={right}
            checked={given.includes(right)}
            onChange={(event) =>
              setGiven(event.target.checked ? [...given, right] : given.filter((one) => one !== right))
            }
          >
            {t(rights[right])}
          </Checkbox>
        ))}
      </fieldset>
      {tried && given.length === 0 ? (
        <p role="alert" className="text-danger-ink">
          {t(words.own_rights_needed)}
        </p>
      ) : null}
    </AskDialog>
  )
}
