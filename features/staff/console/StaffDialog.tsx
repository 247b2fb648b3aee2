import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { type Role, isBuiltIn, rights, rightsOfHeld, roles } from '#contract/rights.ts'
import { consoleRacesList } from '#features/races/contract.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { type Refused, useAsk } from '#ui/network/call.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { type HeldRole, type StaffMember, consoleRolesList } from '../contract.ts'
import { words } from '../words.ts'

type Input = {
  staffid?: number
  login: string
  name: string
  roles: HeldRole[]
  mobile?: string
  mail?: string
  link?: boolean
}
type Props = {
  staff: StaffMember | undefined
  refused: Refused | undefined
  busy: boolean
  onClose: () => void
  onSave: (input: Input) => void
}
const roleNames = Object.keys(roles) as Role[]

/** Edits one member of staff: name, login, and a row for each role, with the role's rights below. */
export const StaffDialog = ({ staff, refused, busy, onClose, onSave }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const races = useAsk(consoleRacesList, {})
  const [name, setName] = useState(staff?.name ?? '')
  const [login, setLogin] = useState(staff?.login ?? '')
  const [mobile, setMobile] = useState('')
  const [mail, setMail] = useState('')
  const [held, setHeld] = useState<HeldRole[]>(staff?.roles ?? [{ raceid: null, role: 'director' }])
  const change = (at: number, patch: Partial<HeldRole>) =>
    setHeld(
      held.map((one, place) =>
        place === at ? { ...one, ...patch, ...(patch.role === 'owner' ? { raceid: null } : {}) } : one,
      ),
    )
  const known = (races.data?.items ?? []).map((race) => ({ value: String(race.id), label: `${race.id} ${race.name}` }))
  const racesFor = (raceid: number | null) => [
    { value: '', label: t(words.all_races) },
    ...known,
    ...(raceid !== null && !known.some(({ value }) => value === String(raceid))
      ? [{ value: String(raceid), label: t(words.race_n, { n: raceid }) }]
      : []),
  ]
  const own = useAsk(consoleRolesList, {}).data?.items ?? []
  /**
   * Lists the built-in roles and the chosen race's own roles. If the person holds a role that no longer exists, the
   * list has this role too.
   */
  const rolesFor = ({ raceid, role, name: called }: HeldRole) => {
    const made = own.filter((one) => one.raceid === raceid).map((one) => ({ value: `own:${one.id}`, label: one.name }))
    const gone =
      isBuiltIn(role) || made.some(({ value }) => value === role) ? [] : [{ value: role, label: called ?? role }]
    return [...roleNames.map((one) => ({ value: one as string, label: t(roles[one].label) })), ...made, ...gone]
  }
  const chosenRole = (value: string): Partial<HeldRole> => {
    const made = own.find(({ id }) => value === `own:${id}`)
    return made
      ? { role: `own:${made.id}`, raceid: made.raceid, name: made.name, rights: made.rights }
      : { role: value as Role, name: null, rights: null }
  }
  const rightsText = (one: HeldRole) =>
    rightsOfHeld(one)
      .map((right) => t(rights[right]))
      .join(lang === 'en' ? ', ' : '、')
  return (
    <AskDialog
      wide
      title={staff ? staff.name : t(words.add)}
      action={t(words.save)}
      busy={busy}
      refused={refused}
      onClose={onClose}
      onDo={() =>
        onSave({
          ...(staff ? { staffid: staff.staffid } : {}),
          login,
          name,
          roles: held,
          ...(mobile === '' ? {} : { mobile, link: true }),
          ...(mail === '' ? {} : { mail, link: true }),
        })
      }
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextInput
          label={t(words.name)}
          value={name}
          error={refused?.fields.name}
          onChange={(event) => setName(event.target.value)}
          maxLength={60}
        />
        <TextInput
          label={t(words.login)}
          hint={t(words.login_hint)}
          value={login}
          error={refused?.fields.login}
          onChange={(event) => setLogin(event.target.value)}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
        />
      </div>
      {staff === undefined || staff.waiting ? (
        <div className="grid gap-4 md:grid-cols-2">
          <TextInput
            label={t(words.mobile)}
            hint={t(words.mobile_hint)}
            type="tel"
            optional
            value={mobile}
            error={refused?.fields.mobile}
            onChange={(event) => setMobile(event.target.value)}
            maxLength={20}
          />
          <TextInput
            label={t(words.mail)}
            hint={t(words.mail_hint)}
            type="email"
            optional
            value={mail}
            error={refused?.fields.mail}
            onChange={(event) => setMail(event.target.value)}
            maxLength={254}
          />
        </div>
      ) : null}
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 text-14 font-medium">{t(words.roles)}</legend>
        {held.map((one, at) => (
          <div key={at} className="grid grid-cols-[1fr_1fr_auto] items-start gap-2">
            <Select
              label={t(words.role)}
              bare
              value={one.role}
              className="[&_select]:truncate"
              options={rolesFor(one)}
              onChange={(event) => change(at, chosenRole(event.target.value))}
            />
            <Select
              label={t(words.race)}
              bare
              value={one.raceid === null ? '' : String(one.raceid)}
              disabled={one.role === 'owner' || !isBuiltIn(one.role)}
              className="[&_select]:truncate"
              options={racesFor(one.raceid)}
              onChange={(event) =>
                change(at, { raceid: event.target.value === '' ? null : Number(event.target.value) })
              }
            />
            <IconButton label={t(words.drop_role)} onClick={() => setHeld(held.filter((_, place) => place !== at))}>
              <X className="size-5" aria-hidden />
            </IconButton>
            <p className="col-span-full text-14 text-soft">
              {one.role === 'owner' ? `${t(words.owner_for_all)} ` : ''}
              {t(words.rights_of_role, { rights: rightsText(one) })}
            </p>
          </div>
        ))}
        <Button
          look="quiet"
          className="-ml-5 w-fit"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={() => setHeld([...held, { raceid: null, role: 'registrar' }])}
        >
          {t(words.add_role)}
        </Button>
      </fieldset>
    </AskDialog>
  )
}
