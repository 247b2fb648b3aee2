import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { provinces } from '#features/overview/provinces.words.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { MoneyInput, NumberInput } from '#ui/form/NumberInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { type ShopSettings, consoleShopSettings } from '../orders/orders.contract.ts'
import { deskWords as words } from './desk.words.ts'

type Zone = ShopSettings['carriage']['zones'][number]
const freshZone: Zone = { provinces: [], first_grams: 1_000, first: 1_200, step_grams: 1_000, step: 500 }

/** The places of pick-up, and the postage by province and weight. */
export const DeliveryDialog = ({
  raceid,
  settings,
  onClose,
  onDone,
}: {
  raceid: number
  settings: ShopSettings
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const [places, setPlaces] = useState(settings.places)
  const [carriage, setCarriage] = useState(settings.carriage)
  const save = useCall(consoleShopSettings, { quiet: true })
  const setZone = (at: number, change: Partial<Zone>) =>
    setCarriage({
      ...carriage,
      zones: carriage.zones.map((zone, nth) => (nth === at ? { ...zone, ...change } : zone)),
    })
  const send = () =>
    save.mutate(
      { raceid, places: places.filter(({ name }) => name.trim() !== ''), carriage },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          onDone()
        },
      },
    )
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t(words.settings)}
      actions={
        <Button busy={save.isPending} onClick={send}>
          {t(words.save)}
        </Button>
      }
    >
      <div className="grid gap-6 pb-2">
        <section className="grid gap-3">
          <h3 className="font-bold">{t(words.places)}</h3>
          {places.map((place, at) => (
            <div key={at} className="flex items-start gap-2 rounded bg-sunk p-3">
              <div className="grid flex-1 gap-3">
                <WordsInput
                  label={t(words.name)}
                  value={{ ...place.names, 'zh-cn': place.name }}
                  max={60}
                  onChange={({ 'zh-cn': name = '', ...names }) =>
                    setPlaces(places.map((one, nth) => (nth === at ? { ...one, name, names } : one)))
                  }
                />
                <WordsInput
                  label={t(words.when)}
                  value={{ ...place.whens, 'zh-cn': place.when }}
                  max={100}
                  onChange={({ 'zh-cn': when = '', ...whens }) =>
                    setPlaces(places.map((one, nth) => (nth === at ? { ...one, when, whens } : one)))
                  }
                />
              </div>
              <IconButton
                label={t(words.removePlace, { name: place.name })}
                onClick={() => setPlaces(places.filter((_, nth) => nth !== at))}
              >
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            </div>
          ))}
          <Button
            look="plain"
            className="w-fit"
            icon={<Plus className="size-5" aria-hidden />}
            onClick={() => setPlaces([...places, { name: '', names: {}, when: '', whens: {} }])}
          >
            {t(words.addPlace)}
          </Button>
        </section>
        <section className="grid gap-3">
          <h3 className="font-bold">{t(words.carriage)}</h3>
          <Checkbox
            checked={carriage.open}
            onChange={(event) => setCarriage({ ...carriage, open: event.target.checked })}
          >
            {t(words.carriageOpen)}
          </Checkbox>
          <MoneyInput
            className="md:w-64"
            label={t(words.freeFrom)}
            unit={t(words.yuan)}
            optional
            value={carriage.free_from}
            onChange={(free_from) => setCarriage({ ...carriage, free_from })}
          />
          {carriage.zones.map((zone, at) => (
            <ZoneFields
              key={at}
              zone={zone}
              onChange={(change) => setZone(at, change)}
              onRemove={() => setCarriage({ ...carriage, zones: carriage.zones.filter((_, nth) => nth !== at) })}
            />
          ))}
          <Button
            look="plain"
            className="w-fit"
            icon={<Plus className="size-5" aria-hidden />}
            onClick={() => setCarriage({ ...carriage, zones: [...carriage.zones, freshZone] })}
          >
            {t(words.addZone)}
          </Button>
        </section>
        <Refusal refused={save.error ?? undefined} />
      </div>
    </Dialog>
  )
}

const ZoneFields = ({
  zone,
  onChange,
  onRemove,
}: {
  zone: Zone
  onChange: (change: Partial<Zone>) => void
  onRemove: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const grams = t(words.gramUnit)
  const yuan = t(words.yuan)
  return (
    <div className="grid gap-3 rounded bg-sunk p-3">
      <div className="flex items-center justify-between gap-2">
        <span className="font-medium">
          {zone.provinces.length === 0
            ? t(words.otherProvinces)
            : zone.provinces.map((one) => provinces[one]?.[lang] ?? one).join(', ')}
        </span>
        <IconButton label={t(words.removeZone)} onClick={onRemove}>
          <Trash2 className="size-5" aria-hidden />
        </IconButton>
      </div>
      <details>
        <summary className="min-h-11 cursor-pointer py-2 text-14">{t(words.provinces)}</summary>
        <div className="flex flex-wrap gap-2">
          {Object.entries(provinces).map(([id, name]) => (
            <ChoiceChip
              key={id}
              chosen={zone.provinces.includes(id)}
              onClick={() =>
                onChange({
                  provinces: zone.provinces.includes(id)
                    ? zone.provinces.filter((one) => one !== id)
                    : [...zone.provinces, id],
                })
              }
            >
              {name[lang]}
            </ChoiceChip>
          ))}
        </div>
      </details>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <NumberInput
          label={t(words.firstGrams)}
          unit={grams}
          min={1}
          max={100_000}
          value={zone.first_grams}
          onChange={(first_grams) => onChange({ first_grams })}
        />
        <MoneyInput
          label={t(words.first)}
          unit={yuan}
          max={100_000}
          value={zone.first}
          onChange={(first) => onChange({ first })}
        />
        <NumberInput
          label={t(words.stepGrams)}
          unit={grams}
          min={1}
          max={100_000}
          value={zone.step_grams}
          onChange={(step_grams) => onChange({ step_grams })}
        />
        <MoneyInput
          label={t(words.step)}
          unit={yuan}
          max={100_000}
          value={zone.step}
          onChange={(step) => onChange({ step })}
        />
      </div>
    </div>
  )
}
