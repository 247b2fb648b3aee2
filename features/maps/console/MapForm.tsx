import { type SyntheticEvent, useState } from 'react'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { type GroundSettings, type MapSettings, consoleMapsSave, tileSystems } from '../contract.ts'
import { isHost, isStyleAddress, isTileAddress } from '../addresses.rules.ts'
import { words } from '../words.ts'

const kinds = ['plain', 'raster', 'style', 'file'] as const
type Draft = {
  kind: (typeof kinds)[number]
  tiles: string
  tile_size: 256 | 512
  max_zoom: number
  style: string
  hosts: string
  file: string
  coordinates: (typeof tileSystems)[number]
  credit: string
  credit_url: string
}
const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const draftOf = (saved: GroundSettings): Draft => ({
  kind: saved.kind,
  tiles: saved.kind === 'raster' ? saved.tiles.join('\n') : '',
  tile_size: saved.kind === 'raster' ? saved.tile_size : 256,
  max_zoom: saved.kind === 'raster' ? saved.max_zoom : 18,
  style: saved.kind === 'style' ? saved.style : '',
  hosts: saved.kind === 'style' ? saved.hosts.join('\n') : '',
  file: saved.kind === 'file' ? saved.file : '',
  coordinates: saved.kind === 'plain' ? 'wgs84' : saved.coordinates,
  credit: saved.kind === 'plain' ? '' : saved.credit,
  credit_url: saved.kind === 'plain' ? '' : (saved.credit_url ?? ''),
})
const settingsOf = (draft: Draft): GroundSettings => {
  const { kind, coordinates, credit } = draft
  const credited = { coordinates, credit, credit_url: draft.credit_url.trim() || null }
  if (kind === 'raster')
    return { kind, tiles: linesIn(draft.tiles), tile_size: draft.tile_size, max_zoom: draft.max_zoom, ...credited }
  if (kind === 'style') return { kind, style: draft.style.trim(), hosts: linesIn(draft.hosts), ...credited }
  return kind === 'file' ? { kind, file: draft.file, ...credited } : { kind }
}

type Change = (change: Partial<Draft>) => void
type Part = { draft: Draft; change: Change; checked: boolean }

const RasterFields = ({ draft, change, checked }: Part) => {
  const t = useWords()
  const tiles = linesIn(draft.tiles)
  const wrong = checked && (tiles.length === 0 || !tiles.every(isTileAddress))
  return (
    <>
      <TextArea
        label={t(words.tiles)}
        hint={t(words.tiles_hint)}
        error={wrong ? t(words.wrong_address) : undefined}
        rows={3}
        value={draft.tiles}
        onChange={(event) => change({ tiles: event.target.value })}
      />
      <div className="grid grid-cols-2 gap-3">
        <Select
          label={t(words.tile_size)}
          value={String(draft.tile_size)}
          onChange={(event) => change({ tile_size: event.target.value === '512' ? 512 : 256 })}
          options={['256', '512'].map((n) => ({ value: n, label: t(words.pixels, { n }) }))}
        />
        <NumberInput
          label={t(words.max_zoom)}
          min={1}
          max={22}
          value={draft.max_zoom}
          onChange={(max_zoom) => change({ max_zoom })}
        />
      </div>
    </>
  )
}

const StyleFields = ({ draft, change, checked }: Part) => {
  const t = useWords()
  return (
    <>
      <TextInput
        label={t(words.style_address)}
        error={checked && !isStyleAddress(draft.style.trim()) ? t(words.wrong_address) : undefined}
        inputMode="url"
        value={draft.style}
        onChange={(event) => change({ style: event.target.value })}
      />
      <TextArea
        optional
        label={t(words.hosts)}
        hint={t(words.hosts_hint)}
        error={checked && !linesIn(draft.hosts).every(isHost) ? t(words.wrong_hosts) : undefined}
        rows={3}
        value={draft.hosts}
        onChange={(event) => change({ hosts: event.target.value })}
      />
    </>
  )
}

const FileField = ({ draft, change, files }: Part & Pick<MapSettings, 'files'>) => {
  const t = useWords()
  if (files.length === 0) return <p className="rounded bg-sunk p-4 text-14">{t(words.no_files)}</p>
  return (
    <Select
      label={t(words.file_name)}
      value={draft.file}
      placeholder=""
      onChange={(event) => change({ file: event.target.value })}
      options={files.map(({ name, bytes }) => ({ value: name, label: `${name} · ${Math.ceil(bytes / 1e6)} MB` }))}
    />
  )
}

const CreditFields = ({ draft, change }: Part) => {
  const t = useWords()
  return (
    <>
      <Select
        label={t(words.coordinates)}
        hint={t(words.coordinates_hint)}
        value={draft.coordinates}
        onChange={(event) => change({ coordinates: event.target.value as Draft['coordinates'] })}
        options={tileSystems.map((value) => ({ value, label: t(words[value]) }))}
      />
      <TextInput
        label={t(words.credit)}
        hint={t(words.credit_hint)}
        maxLength={200}
        value={draft.credit}
        onChange={(event) => change({ credit: event.target.value })}
      />
      <TextInput
        optional
        label={t(words.credit_url)}
        inputMode="url"
        value={draft.credit_url}
        onChange={(event) => change({ credit_url: event.target.value })}
      />
    </>
  )
}

export const MapForm = ({ saved, onSaved }: { saved: MapSettings; onSaved: () => void }) => {
  const t = useWords()
  const [draft, setDraft] = useState(() => draftOf(saved.settings))
  const [checked, setChecked] = useState(false)
  const save = useCall(consoleMapsSave)
  const part: Part = { draft, checked, change: (change) => setDraft((before) => ({ ...before, ...change })) }
  const isReady =
    draft.kind === 'plain' ||
    (draft.kind === 'file' && draft.file !== '') ||
    (draft.kind === 'raster' && linesIn(draft.tiles).length > 0 && linesIn(draft.tiles).every(isTileAddress)) ||
    (draft.kind === 'style' && isStyleAddress(draft.style.trim()) && linesIn(draft.hosts).every(isHost))
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isReady) return
    save.mutate(
      { settings: settingsOf(draft) },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          onSaved()
        },
      },
    )
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-4">
      <RadioCards
        bare
        label={t(words.kind)}
        value={draft.kind}
        onChange={(kind) => part.change({ kind: kind as Draft['kind'] })}
        options={kinds.map((kind) => ({ value: kind, label: t(words[kind]), description: t(words[`${kind}_text`]) }))}
      />
      {draft.kind === 'raster' ? <RasterFields {...part} /> : null}
      {draft.kind === 'style' ? <StyleFields {...part} /> : null}
      {draft.kind === 'file' ? <FileField {...part} files={saved.files} /> : null}
      {draft.kind === 'plain' ? null : <CreditFields {...part} />}
      <div>
        <Button type="submit" busy={save.isPending}>
          {t(words.save)}
        </Button>
      </div>
    </form>
  )
}
