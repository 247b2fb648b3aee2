import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { MoneyInput, NumberInput } from '#ui/form/NumberInput.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type ClubLine, clubKinds, consoleClubsSave } from '../contract.ts'
import { words } from '../words.ts'
import { deskWords } from './clubs.words.ts'

type Event = { id: number; name: string; signup_until: string | null }
type Quota = { eventid: number; places: number; price: number | null; until: string | null }
type Props = {
  raceid: number
  /** The club to change. Without a club the dialog makes a new club. */
  club: ClubLine | undefined
  events: readonly Event[]
  onClose: () => void
  onSaved: () => void
}

const quotaOf = ({ id, signup_until }: Event): Quota => ({ eventid: id, places: 20, price: null, until: signup_until })

export const ClubDialog = ({ raceid, club, events, onClose, onSaved }: Props) => {
  const t = useWords()
  const save = useCall(consoleClubsSave, { quiet: true })
  const [name, setName] = useState(club?.name ?? '')
  const [kind, setKind] = useState<ClubLine['kind']>(club?.kind ?? 'club')
  const [swap, setSwap] = useState<string | null>(club?.swap_until ?? null)
  const [quotas, setQuotas] = useState<Quota[]>(
    club?.quotas.map((one) => ({ ...one })) ?? events.slice(0, 1).map(quotaOf),
  )
  const [refused, setRefused] = useState<Refused>()
  const unused = events.filter(({ id }) => !quotas.some(({ eventid }) => eventid === id))
  const write = () => {
    setRefused(undefined)
    save.mutate(
      {
        raceid,
        name,
        kind,
        swap_until: swap,
        quotas: quotas.map(({ eventid, places, price, until }) => ({ eventid, places, price, until: until ?? '' })),
        ...(club ? { id: club.id } : {}),
      },
      {
        onSuccess: () => {
          toastSuccess(t(deskWords.saved))
          onSaved()
        },
        onError: (thrown) => setRefused(refusedFrom(thrown)),
      },
    )
  }
  const put = (at: number, change: Partial<Quota>) =>
    setQuotas(quotas.map((one, index) => (index === at ? { ...one, ...change } : one)))
  return (
    <AskDialog
      wide
      title={club?.name ?? t(deskWords.write)}
      action={t(deskWords.save)}
      busy={save.isPending}
      refused={refused}
      onClose={onClose}
      onDo={write}
    >
      <TextInput
        label={t(words.name)}
        value={name}
        error={refused?.fields.name}
        maxLength={60}
        onChange={(event) => setName(event.target.value)}
      />
      <Segmented
        label={t(words.kind)}
        value={kind}
        onChange={(one) => setKind(one === 'company' ? 'company' : 'club')}
        options={clubKinds.map((one) => ({ value: one, label: t(words[one]) }))}
      />
      <DateTimeInput
        label={t(words.swap_until)}
        optional
        hint={t(deskWords.swap_hint)}
        value={swap}
        error={refused?.fields.swap_until}
        onChange={setSwap}
      />
      {quotas.map((quota, at) => (
        <QuotaFields
          key={quota.eventid}
          quota={quota}
          events={events.filter(({ id }) => id === quota.eventid || unused.some((one) => one.id === id))}
          error={(field) => refused?.fields[`quotas.${at}.${field}`]}
          onChange={(change) => put(at, change)}
          onRemove={quotas.length > 1 ? () => setQuotas(quotas.filter((_, index) => index !== at)) : undefined}
        />
      ))}
      {unused[0] ? (
        <div>
          <Button
            look="plain"
            icon={<Plus className="size-5" aria-hidden />}
            onClick={() => setQuotas([...quotas, quotaOf(unused[0]!)])}
          >
            {t(deskWords.add_quota)}
          </Button>
        </div>
      ) : null}
    </AskDialog>
  )
}

type QuotaProps = {
  quota: Quota
  events: readonly Event[]
  error: (field: string) => string | undefined
  onChange: (change: Partial<Quota>) => void
  onRemove: (() => void) | undefined
}
const QuotaFields = ({ quota, events, error, onChange, onRemove }: QuotaProps) => {
  const t = useWords()
  const name = events.find(({ id }) => id === quota.eventid)?.name ?? ''
  return (
    <fieldset className="grid gap-4 rounded border border-line p-4">
      <legend className="px-1 font-medium">{name}</legend>
      <div className="flex items-end gap-2">
        <Select
          className="flex-1"
          label={t(words.event)}
          value={String(quota.eventid)}
          onChange={(event) => onChange({ eventid: Number(event.target.value) })}
          options={events.map((one) => ({ value: String(one.id), label: one.name }))}
        />
        {onRemove ? (
          <IconButton label={t(deskWords.remove_quota, { event: name })} onClick={onRemove}>
            <Trash2 className="size-5" aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <div className="grid gap-4 md:grid-cols-3">
        <NumberInput
          label={t(words.quota)}
          min={1}
          value={quota.places}
          error={error('places')}
          onChange={(places) => onChange({ places })}
        />
        <MoneyInput
          empty
          label={t(words.price)}
          hint={t(deskWords.price_hint)}
          value={quota.price}
          error={error('price')}
          onChange={(price) => onChange({ price })}
        />
        <DateTimeInput
          label={t(words.until)}
          value={quota.until}
          error={error('until')}
          onChange={(until) => onChange({ until })}
        />
      </div>
    </fieldset>
  )
}
