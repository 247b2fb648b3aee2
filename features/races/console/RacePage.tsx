import { useRef, useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { consoleFilesSave } from '#features/files/contract.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, call, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo } from '#ui/router/Link.tsx'
import { Page } from '#ui/layout/Page.tsx'
import type { PictureManner } from '#ui/form/PictureInput.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type RaceEdited, type RaceSettings, consoleRacesSave, consoleRacesShow } from '../contract.ts'
import { CodesPart } from './CodesPart.tsx'
import { MenuPart } from './MenuPart.tsx'
import { raceWords } from './race.words.ts'
import { BasicsCard, GuidebookCard, PicturesCard } from './RaceCards.tsx'
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

const RaceForm = ({ race, onSaved }: { race: RaceEdited; onSaved: () => void }) => {
  const t = useWords()
  const save = useCall(consoleRacesSave)
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(race)
  const [refused, setRefused] = useState<Refused>()
  const [hiding, setHiding] = useState(false)
  const change = (patch: Partial<RaceEdited>) => setDraft((now) => ({ ...now, ...patch }))
  const settings = draft.settings
  const changeSettings = (patch: Partial<RaceSettings>) =>
    setDraft((now) => ({ ...now, settings: { ...now.settings, ...patch } }))
  const errorAt = (field: string) => refused?.fields[field] ?? refused?.fields[`more.${field}`]
  const part = { settings, change: changeSettings, errorAt, zone: draft.zone }
  const upload = (file: File, manner: PictureManner) =>
    call(consoleFilesSave, { raceid: race.id }, { ...manner, files: { file } })
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
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (race.published && !draft.published) setHiding(true)
        else void keep()
      }}
    >
      <BasicsCard draft={draft} change={change} errorAt={errorAt} />
      <PicturesCard draft={draft} change={change} changeSettings={changeSettings} errorAt={errorAt} upload={upload} />
      <GuidebookCard draft={draft} change={change} />
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
      {hiding ? (
        <AskDialog
          title={t(raceWords.hide)}
          says={t(raceWords.hide)}
          look="danger"
          busy={save.isPending}
          onClose={() => setHiding(false)}
          onDo={() => void keep().then(() => setHiding(false))}
        >
          <p>{t(raceWords.hide_says)}</p>
        </AskDialog>
      ) : null}
      <div
        className={
          'sticky bottom-0 z-10 -mx-4 flex justify-end gap-3 border-t ' +
          'border-line bg-surface px-4 py-3 md:mx-0 md:rounded'
        }
      >
        <Button type="submit" busy={save.isPending}>
          {t(raceWords.save)}
        </Button>
      </div>
    </form>
  )
}
