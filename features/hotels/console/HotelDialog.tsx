import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { type OwnHotel, consoleHotelsSave } from '../console.contract.ts'
import { type HotelSettings, facilities, hotelSettings } from '../settings.rules.ts'
import { hotelWords } from '../web/hotel.words.ts'
import { PicturesField } from './PicturesField.tsx'
import { RoomFields, newRoom } from './RoomFields.tsx'
import { typedFen, typedNumber, typedYuan } from './priceTexts.ts'
import { consoleWords as words } from './hotels.words.ts'

type Props = { raceid: number; hotel: OwnHotel | undefined; zone: string; onClose: () => void; onDone: () => void }
type HotelDraft = Omit<OwnHotel, 'id' | 'rooms'> & { rooms: ReturnType<typeof newRoom>[] }
const draftOf = (hotel: OwnHotel | undefined): HotelDraft =>
  hotel
    ? {
        ...hotel,
        rooms: hotel.rooms.map(({ id, name, names, price, open, settings }) => ({
          id,
          name,
          names,
          price,
          open,
          settings,
        })),
      }
    : {
        name: '',
        names: {},
        about: '',
        abouts: {},
        open: false,
        most_each: null,
        audience: 'everybody',
        sale_from: null,
        sale_until: null,
        cancel: [{ hours: 72, percent: 0, fixed: 0 }],
        settings: hotelSettings({}),
        rooms: [newRoom()],
      }

/** The editor of a hotel and its room types. Staff edit the nights in `NightsCard`. */
export const HotelDialog = ({ raceid, hotel, zone, onClose, onDone }: Props) => {
  const t = useWords()
  const [draft, setDraft] = useState(() => draftOf(hotel))
  const save = useCall(consoleHotelsSave, { quiet: true })
  const set = (part: Partial<HotelDraft>) => setDraft((now) => ({ ...now, ...part }))
  const setting = (part: Partial<HotelSettings>) => set({ settings: { ...draft.settings, ...part } })
  const submit = () =>
    save.mutate(
      { raceid, ...(hotel ? { id: hotel.id } : {}), ...draft },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          onDone()
        },
      },
    )
  const { rooms } = draft
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={draft.name || t(words.add)}
      actions={
        <Button busy={save.isPending} onClick={submit}>
          {t(words.save)}
        </Button>
      }
    >
      <div className="grid gap-6">
        <Refusal refused={save.error ?? undefined} />
        <WordsInput
          label={t(words.name)}
          error={save.error?.fields.name}
          value={{ ...draft.names, 'zh-cn': draft.name }}
          max={100}
          onChange={({ 'zh-cn': name = '', ...names }) => set({ name, names })}
        />
        <WordsInput
          label={t(words.about)}
          long
          max={2000}
          value={{ ...draft.abouts, 'zh-cn': draft.about }}
          onChange={({ 'zh-cn': about = '', ...abouts }) => set({ about, abouts })}
        />
        <Place settings={draft.settings} onChange={setting} />
        <PicturesField
          raceid={raceid}
          pictures={draft.settings.pictures}
          onChange={(pictures) => setting({ pictures })}
        />
        <Limits settings={draft.settings} onChange={setting} />
        <div className="grid gap-4 sm:grid-cols-2">
          <DateTimeInput
            label={t(words.saleFrom)}
            zone={zone}
            value={draft.sale_from}
            onChange={(sale_from) => set({ sale_from })}
          />
          <DateTimeInput
            label={t(words.saleUntil)}
            zone={zone}
            value={draft.sale_until}
            onChange={(sale_until) => set({ sale_until })}
          />
        </div>
        <Tiers tiers={draft.cancel} onChange={(cancel) => set({ cancel })} />
        <h3 className="text-20 font-bold">{t(words.rooms)}</h3>
        {rooms.map((room, at) => (
          <RoomFields
            key={room.id ?? `new ${at}`}
            raceid={raceid}
            room={room}
            onChange={(next) => set({ rooms: rooms.map((one, n) => (n === at ? next : one)) })}
            onRemove={rooms.length > 1 ? () => set({ rooms: rooms.filter((_, n) => n !== at) }) : undefined}
          />
        ))}
        <Button
          look="plain"
          className="justify-self-start"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={() => set({ rooms: [...rooms, newRoom()] })}
        >
          {t(words.addRoom)}
        </Button>
        <Checkbox checked={draft.open} onChange={(event) => set({ open: event.target.checked })}>
          {t(words.open)}
        </Checkbox>
      </div>
    </Dialog>
  )
}

type SettingsProps = { settings: HotelSettings; onChange: (part: Partial<HotelSettings>) => void }
const Place = ({ settings, onChange }: SettingsProps) => {
  const t = useWords()
  return (
    <>
      <WordsInput
        label={t(words.address)}
        value={{ ...settings.addresses, 'zh-cn': settings.address }}
        onChange={({ 'zh-cn': address = '', ...addresses }) => onChange({ address, addresses })}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextInput
          label={t(words.phone)}
          type="tel"
          value={settings.phone}
          maxLength={25}
          onChange={(event) => onChange({ phone: event.target.value })}
        />
        <TextInput
          label={t(words.lat)}
          inputMode="decimal"
          defaultValue={settings.lat ?? ''}
          onChange={(event) => onChange({ lat: typedNumber(event.target.value) })}
        />
        <TextInput
          label={t(words.lon)}
          inputMode="decimal"
          defaultValue={settings.lon ?? ''}
          onChange={(event) => onChange({ lon: typedNumber(event.target.value) })}
        />
      </div>
      <fieldset>
        <legend className="font-medium">{t(words.facilities)}</legend>
        <div className="grid grid-cols-2 gap-x-4 md:grid-cols-4">
          {facilities.map((one) => (
            <Checkbox
              key={one}
              checked={settings.facilities.includes(one)}
              onChange={(event) =>
                onChange({
                  facilities: event.target.checked
                    ? [...settings.facilities, one]
                    : settings.facilities.filter((other) => other !== one),
                })
              }
            >
              {t(hotelWords[`facility_${one}`])}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    </>
  )
}

const Limits = ({ settings, onChange }: SettingsProps) => {
  const t = useWords()
  const number = (name: 'stars' | 'nights_least' | 'nights_most' | 'rooms_most', label: string) => (
    <TextInput
      label={label}
      inputMode="numeric"
      value={String(settings[name])}
      onChange={(event) => onChange({ [name]: Number(event.target.value.replaceAll(/\D/g, '')) })}
    />
  )
  return (
    <div className="grid grid-cols-2 gap-4 md:grid-cols-3">
      {number('stars', t(words.stars))}
      {number('nights_least', t(words.least))}
      {number('nights_most', t(words.most))}
      {number('rooms_most', t(words.rooms_most))}
      <TextInput
        label={t(words.checkin)}
        type="time"
        value={settings.checkin}
        onChange={(event) => onChange({ checkin: event.target.value })}
      />
      <TextInput
        label={t(words.checkout)}
        type="time"
        value={settings.checkout}
        onChange={(event) => onChange({ checkout: event.target.value })}
      />
    </div>
  )
}

type Tier = OwnHotel['cancel'][number]
const Tiers = ({ tiers, onChange }: { tiers: Tier[]; onChange: (tiers: Tier[]) => void }) => {
  const t = useWords()
  const set = (at: number, part: Partial<Tier>) =>
    onChange(tiers.map((one, n) => (n === at ? { ...one, ...part } : one)))
  const whole = (text: string) => Number(text.replaceAll(/\D/g, ''))
  return (
    <fieldset className="grid gap-3">
      <legend className="text-20 font-bold">{t(words.cancel)}</legend>
      <p className="text-soft">{t(words.cancelHow)}</p>
      {tiers.map(({ hours, percent, fixed }, at) => (
        <div key={at} className="grid grid-cols-2 items-end gap-3 md:grid-cols-[1fr_1fr_1fr_1.5fr_auto]">
          <TextInput
            label={t(words.tierDays)}
            inputMode="numeric"
            value={String(Math.floor(hours / 24))}
            onChange={(event) => set(at, { hours: whole(event.target.value) * 24 + (hours % 24) })}
          />
          <TextInput
            label={t(words.tierHours)}
            inputMode="numeric"
            value={String(hours % 24)}
            onChange={(event) =>
              set(at, { hours: Math.floor(hours / 24) * 24 + Math.min(23, whole(event.target.value)) })
            }
          />
          <TextInput
            label={t(words.tierKept)}
            inputMode="numeric"
            value={String(percent)}
            onChange={(event) => set(at, { percent: Math.min(100, whole(event.target.value)) })}
          />
          <TextInput
            label={t(words.tierFixed)}
            inputMode="decimal"
            defaultValue={typedYuan(fixed)}
            onChange={(event) => set(at, { fixed: typedFen(event.target.value) || 0 })}
          />
          <IconButton
            label={t(words.removeTier, { n: at + 1 })}
            onClick={() => onChange(tiers.filter((_, n) => n !== at))}
          >
            <X className="size-5" aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button
        look="plain"
        className="justify-self-start"
        disabled={tiers.length >= 12}
        onClick={() => onChange([...tiers, { hours: 24, percent: 50, fixed: 0 }])}
      >
        {t(words.addTier)}
      </Button>
    </fieldset>
  )
}
