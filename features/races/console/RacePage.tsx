import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { consoleCoursesGuidebook } from '#features/courses/contract.ts'
import { consoleFilesSave } from '#features/files/contract.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { type Refused, call, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { FileInput } from '#ui/form/FileInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo } from '#ui/router/Link.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { PictureInput, type PictureManner } from '#ui/form/PictureInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { type RaceEdited, type RaceSettings, consoleRacesSave, consoleRacesShow } from '../contract.ts'
import { CodesPart } from './CodesPart.tsx'
import { MenuPart } from './MenuPart.tsx'
import { raceWords } from './race.words.ts'
import { ResultsPart } from './ResultsPart.tsx'
import { ConsentsPart, DelaysPart, RulesPart } from './SettingsParts.tsx'
import { NoRace } from './NoRace.tsx'
import { RaceChoice } from '#seam/console/RaceChoice.tsx'
import { useRaceChoice } from '#seam/console/useRaceChoice.ts'

/** All that can be set of a race itself. */
export const RacePage = () => {
  const t = useWords()
  const go = useGo()
  const { races, raceid } = useRaceChoice()
  const race = useAsk(consoleRacesShow, { raceid: raceid ?? 0 }, { enabled: raceid !== undefined, staleTime: Infinity })
  const error = races.error ?? race.error
  if (races.data && raceid === undefined)
    return (
      <Page title={t(raceWords.title)} bar={false}>
        <NoRace />
      </Page>
    )
  return (
    <Page title={t(raceWords.title)} bar={false}>
      <div className="flex flex-wrap items-end justify-between gap-3 pt-4">
        <h1 className="text-28 font-bold">{t(raceWords.title)}</h1>
        <RaceChoice
          races={races.data?.items}
          raceid={raceid}
          onChoose={(raceid) => go(path.race({ raceid }), { replace: true })}
        />
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => void (races.error ? races : race).refetch()} />
      ) : race.isPending ? (
        <SkeletonCards count={3} className="h-40" />
      ) : null}
      {race.data && !error ? (
        <RaceForm
          key={`${race.data.id} ${race.data.updated_at}`}
          race={race.data}
          onSaved={() => void race.refetch()}
        />
      ) : null}
    </Page>
  )
}

const parts = ['province', 'city', 'area', 'address'] as const
const RaceForm = ({ race, onSaved }: { race: RaceEdited; onSaved: () => void }) => {
  const t = useWords()
  const save = useCall(consoleRacesSave)
  const guide = useCall(consoleCoursesGuidebook)
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(race)
  const [refused, setRefused] = useState<Refused>()
  const [guideRefused, setGuideRefused] = useState<Refused>()
  const change = (patch: Partial<RaceEdited>) => setDraft((now) => ({ ...now, ...patch }))
  const settings = draft.settings
  const changeSettings = (patch: Partial<RaceSettings>) =>
    setDraft((now) => ({ ...now, settings: { ...now.settings, ...patch } }))
  const errorAt = (field: string) => refused?.fields[field] ?? refused?.fields[`more.${field}`]
  const part = { settings, change: changeSettings, errorAt, zone: draft.zone }
  const upload = (file: File, manner: PictureManner) =>
    call(consoleFilesSave, { raceid: race.id }, { ...manner, files: { file } })
  const namesOf = (field: (typeof parts)[number]) =>
    (typeof draft.names[field] === 'object' ? draft.names[field] : {}) as Record<string, string>
  const clean = (said: object) =>
    Object.fromEntries(Object.entries(said).filter(([, value]) => value)) as Record<string, string>
  const keep = async () => {
    setRefused(undefined)
    const {
      id,
      updated_at,
      name,
      names,
      city,
      province,
      area,
      address,
      skins,
      menu,
      kind,
      time,
      header,
      footer,
      bg,
      cover,
      published,
    } = draft
    try {
      await save.mutateAsync({
        raceid: id,
        updated_at,
        name,
        names,
        city,
        province,
        area,
        address,
        skins,
        menu,
        settings,
        more: { kind, time, header, footer, bg, cover, published },
      })
      toastSuccess(t(raceWords.saved))
      onSaved()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    }
  }
  const takeGuide = async (file: File) => {
    setGuideRefused(undefined)
    try {
      const { path: page } = await guide.mutateAsync({ raceid: race.id, files: { file } })
      const entry = { key: 'guidebook' as const, page, names: {}, hidden: false }
      change({
        menu: draft.menu.some(({ key }) => key === 'guidebook')
          ? draft.menu.map((one) => (one.key === 'guidebook' ? { ...entry, names: one.names } : one))
          : [...draft.menu, entry],
      })
      toastSuccess(t(raceWords.guidebook_up))
    } catch (thrown) {
      setGuideRefused(refusedFrom(thrown))
    }
  }
  const guidebook = draft.menu.find(({ key, page }) => key === 'guidebook' && page?.startsWith('/guidebooks/'))?.page
  const [names, plain] = [
    draft.names,
    (lang: 'en' | 'zh-tw') => (typeof draft.names[lang] === 'string' ? draft.names[lang] : ''),
  ]
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void keep()
      }}
    >
      <Card title={t(raceWords.basics)}>
        <div className="grid gap-4">
          <WordsInput
            label={t(raceWords.name)}
            max={80}
            error={errorAt('name')}
            value={{ 'zh-cn': draft.name, 'zh-tw': plain('zh-tw'), en: plain('en') }}
            onChange={({ 'zh-cn': name, ...others }) =>
              change({ name: name ?? '', names: clean({ ...names, ...others }) })
            }
          />
          <div className="grid gap-4 md:grid-cols-3">
            <Select
              label={t(raceWords.kind)}
              value={draft.kind}
              options={(['road', 'trail'] as const).map((kind) => ({ value: kind, label: t(raceWords[kind]) }))}
              onChange={(event) => change({ kind: event.target.value === 'trail' ? 'trail' : 'road' })}
            />
            <DateTimeInput
              label={t(raceWords.time)}
              zone={draft.zone}
              value={draft.time}
              error={errorAt('time')}
              onChange={(time) => change({ time: time ?? '' })}
            />
            <TextInput
              label={t(raceWords.colour)}
              type="color"
              inputClassName="!p-1.5"
              value={draft.skins.primary}
              onChange={(event) => change({ skins: { ...draft.skins, primary: event.target.value } })}
            />
          </div>
          {parts.map((field) => (
            <WordsInput
              key={field}
              label={t(raceWords[field])}
              max={200}
              error={errorAt(field)}
              value={{ 'zh-cn': draft[field], ...namesOf(field) }}
              onChange={({ 'zh-cn': said, ...others }) =>
                setDraft((now) => ({ ...now, [field]: said ?? '', names: { ...now.names, [field]: clean(others) } }))
              }
            />
          ))}
          <Checkbox checked={draft.published} onChange={(event) => change({ published: event.target.checked })}>
            {t(raceWords.published)}
          </Checkbox>
        </div>
      </Card>
      <Card title={t(raceWords.pictures)}>
        <div className="grid gap-4 md:grid-cols-3">
          {(['header', 'cover', 'footer'] as const).map((field) => (
            <PictureInput
              key={field}
              optional
              label={t(raceWords[field])}
              value={draft[field] ?? undefined}
              onChange={(picture) => change({ [field]: picture ?? null })}
              upload={upload}
            />
          ))}
        </div>
        <h3 className="mb-3 mt-6 font-medium">{t(raceWords.slides)}</h3>
        <ul className="grid gap-4">
          {settings.pictures.map((one, at) => {
            const name = t(raceWords.slide_n, { n: at + 1 })
            return (
              <li key={at} className="grid items-start gap-3 md:grid-cols-[1fr_2fr_auto]">
                <PictureInput
                  label={name}
                  value={one.path || undefined}
                  onChange={(picture) =>
                    changeSettings({
                      pictures: settings.pictures.map((other, n) =>
                        n === at ? { ...other, path: picture ?? '' } : other,
                      ),
                    })
                  }
                  upload={upload}
                  {...(errorAt(`settings.pictures.${at}.path`)
                    ? { error: errorAt(`settings.pictures.${at}.path`) }
                    : {})}
                />
                <WordsInput
                  label={t(raceWords.slide_says)}
                  value={one.says}
                  onChange={(says) =>
                    changeSettings({
                      pictures: settings.pictures.map((other, n) =>
                        n === at ? { ...other, says: clean(says) } : other,
                      ),
                    })
                  }
                />
                <IconButton
                  className="md:mt-7"
                  label={t(raceWords.remove, { name })}
                  onClick={() => changeSettings({ pictures: settings.pictures.filter((_, n) => n !== at) })}
                >
                  <Trash2 className="size-5" aria-hidden />
                </IconButton>
              </li>
            )
          })}
        </ul>
        <Button
          look="quiet"
          className="-ml-5 mt-1"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={() => changeSettings({ pictures: [...settings.pictures, { path: '', says: {} }] })}
        >
          {t(raceWords.add)}
        </Button>
      </Card>
      <Card title={t(raceWords.guidebook)}>
        <FileInput
          bare
          label={t(raceWords.guidebook)}
          hint={t(raceWords.guidebook_says)}
          error={guideRefused?.msg}
          accept="application/pdf,.pdf"
          busy={guide.isPending}
          onFile={(file) => void takeGuide(file)}
        />
        {guidebook ? (
          <p className="mt-2">
            <a
              className="inline-flex min-h-11 items-center text-strong underline"
              href={guidebook}
              target="_blank"
              rel="noreferrer"
            >
              {t(raceWords.guidebook_see)}
            </a>
          </p>
        ) : null}
      </Card>
      <MenuPart menu={draft.menu} onChange={(menu) => change({ menu })} errorAt={errorAt} />
      <RulesPart {...part} />
      <ResultsPart {...part} raceid={race.id} upload={upload} />
      <CodesPart {...part} raceid={race.id} saved={race.settings} published={race.published} upload={upload} />
      <ConsentsPart {...part} />
      <DelaysPart {...part} />
      {refused ? (
        <div role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {[...new Set([refused.msg, ...Object.values(refused.fields)])].map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ) : null}
      <div className="sticky bottom-0 z-10 -mx-4 flex justify-end gap-3 border-t border-line bg-surface px-4 py-3 md:mx-0 md:rounded">
        <Button type="submit" busy={save.isPending}>
          {t(raceWords.save)}
        </Button>
      </div>
    </form>
  )
}
