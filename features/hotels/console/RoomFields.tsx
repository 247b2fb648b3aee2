import { Trash2 } from 'lucide-react'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { beds, roomSettings } from '../settings.rules.ts'
import { hotelWords } from '../web/hotel.words.ts'
import { PicturesField } from './PicturesField.tsx'
import { typedFen, typedYuan } from './priceTexts.ts'
import { consoleWords as words } from './hotels.words.ts'

export const newRoom = () => ({
  id: undefined as number | undefined,
  name: '',
  names: {} as Record<string, string>,
  price: 40_000,
  open: true,
  settings: roomSettings({}),
})
type Room = ReturnType<typeof newRoom>
type Props = { raceid: number; room: Room; onChange: (room: Room) => void; onRemove: (() => void) | undefined }

export const RoomFields = ({ raceid, room, onChange, onRemove }: Props) => {
  const t = useWords()
  const { settings } = room
  const set = (part: Partial<Room>) => onChange({ ...room, ...part })
  const setting = (part: Partial<Room['settings']>) => set({ settings: { ...settings, ...part } })
  const number = (name: 'size' | 'sleeps' | 'breakfasts', label: string) => (
    <TextInput
      label={label}
      inputMode="numeric"
      value={String(settings[name])}
      onChange={(event) => setting({ [name]: Number(event.target.value.replaceAll(/\D/g, '')) })}
    />
  )
  return (
    <div className="grid gap-4 rounded border border-line p-4">
      <WordsInput
        label={t(words.name)}
        max={100}
        value={{ ...room.names, 'zh-cn': room.name }}
        onChange={({ 'zh-cn': name = '', ...names }) => set({ name, names })}
      />
      <WordsInput
        label={t(words.about)}
        max={500}
        value={{ ...settings.abouts, 'zh-cn': settings.about }}
        onChange={({ 'zh-cn': about = '', ...abouts }) => setting({ about, abouts })}
      />
      <div className="grid grid-cols-2 gap-4 md:grid-cols-5">
        <TextInput
          label={t(words.price)}
          inputMode="decimal"
          defaultValue={typedYuan(room.price)}
          onChange={(event) => set({ price: typedFen(event.target.value) || 0 })}
        />
        <Select
          label={t(words.beds)}
          value={settings.beds}
          options={beds.map((value) => ({ value, label: t(hotelWords[`bed_${value}`]) }))}
          onChange={(event) => setting({ beds: beds.find((one) => one === event.target.value) ?? 'king' })}
        />
        {number('sleeps', t(words.sleeps))}
        {number('size', t(words.size))}
        {number('breakfasts', t(words.breakfasts))}
      </div>
      <PicturesField raceid={raceid} pictures={settings.pictures} onChange={(pictures) => setting({ pictures })} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Checkbox checked={room.open} onChange={(event) => set({ open: event.target.checked })}>
          {t(words.open)}
        </Checkbox>
        {onRemove ? (
          <Button look="quiet" icon={<Trash2 className="size-5" aria-hidden />} onClick={onRemove}>
            {t(words.removeRoom)}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
