import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type consoleHotelsList, consoleHotelsPlaces } from '../console.contract.ts'
import { placeKinds } from '../contract.ts'
import { consoleWords as words } from './hotels.words.ts'

type Places = OutputOf<typeof consoleHotelsList>['places']
type Given = { name: string; lat: string; lon: string }

/** The places to which the page shows distances: the start and the expo. A place without a position has no distance. */
export const PlacesCard = ({ raceid, places, again }: { raceid: number; places: Places; again: () => void }) => {
  const t = useWords()
  const of = (kind: Places[number]['kind']): Given => {
    const kept = places.find((one) => one.kind === kind)
    return { name: kept?.name ?? '', lat: String(kept?.lat ?? ''), lon: String(kept?.lon ?? '') }
  }
  const [given, setGiven] = useState<Record<Places[number]['kind'], Given>>({ start: of('start'), expo: of('expo') })
  const save = useCall(consoleHotelsPlaces, { quiet: true })
  const submit = () =>
    save.mutate(
      {
        raceid,
        places: placeKinds.flatMap((kind) => {
          const { name, lat, lon } = given[kind]
          const names = places.find((one) => one.kind === kind)?.names ?? {}
          return lat === '' || lon === '' ? [] : [{ kind, name, names, lat: Number(lat), lon: Number(lon) }]
        }),
      },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          again()
        },
      },
    )
  return (
    <Card title={t(words.places)}>
      <p className="mb-4 text-soft">{t(words.placesHow)}</p>
      <div className="grid gap-4">
        {placeKinds.map((kind) => {
          const set = (part: keyof Given) => (event: { target: { value: string } }) =>
            setGiven({ ...given, [kind]: { ...given[kind], [part]: event.target.value } })
          return (
            <div key={kind} className="grid gap-3 sm:grid-cols-3">
              <TextInput
                label={t(words[`place_${kind}`])}
                value={given[kind].name}
                maxLength={100}
                onChange={set('name')}
              />
              <TextInput label={t(words.lat)} inputMode="decimal" value={given[kind].lat} onChange={set('lat')} />
              <TextInput label={t(words.lon)} inputMode="decimal" value={given[kind].lon} onChange={set('lon')} />
            </div>
          )
        })}
        <Refusal refused={save.error ?? undefined} />
        <Button className="justify-self-start" busy={save.isPending} onClick={submit}>
          {t(words.save)}
        </Button>
      </div>
    </Card>
  )
}
