import { type ReactNode, useRef, useState } from 'react'
import { savedText } from '#ui/form/unsaved/fieldNames.ts'
import { UnsavedBar } from '#ui/form/unsaved/UnsavedBar.tsx'
import { words as unsavedWords } from '#ui/form/unsaved/unsaved.words.ts'
import { useUnsaved } from '#ui/form/unsaved/useUnsaved.ts'
import { toast } from '#ui/feedback/Toast.tsx'
import { consoleFilesSave } from '#features/files/contract.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { type Refused, call, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { UploadOptions } from '#ui/form/files/PictureInput.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type RaceEdited, type RaceSettings, consoleRacesSave, consoleRacesShow } from '../contract.ts'
import { CodesPart } from './CodesPart.tsx'
import { MenuPart } from './MenuPart.tsx'
import { raceLabels, raceWords } from './race.words.ts'
import { ContactCard } from './settings/ContactCard.tsx'
import { RefundsCard } from './settings/RefundsCard.tsx'
import { SettingsNav } from './settings/SettingsNav.tsx'
import { SettingsSection, useSettingsPage } from './settings/useSettingsPage.tsx'
import { useFieldOfAddress } from './useFieldOfAddress.ts'
import { useEventDays } from './useEventDays.tsx'
import { usePublishing } from './usePublishing.tsx'
import { RaceBasicsCard, ColoursCard, GuidebookCard, PicturesCard } from './RaceCards.tsx'
import { ResultsPart } from './ResultsPart.tsx'
import { ConsentsPart, DelaysPart, LimitsPart, type PresentTexts } from './SettingsParts.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { chooseMessageReaders } from '#seam/console/messageReaders.ts'
import { useGo } from '#ui/router/Link.tsx'
import { useKnownRaces, useRaceId } from '#seam/console/useRace.ts'

type PageProps = {
  /**
   * Parts of the page that come from other rooms: the ways to end a race, the race's page on a phone, and the standard
   * wordings.
   */
  archive: ReactNode
  preview: (draft: RaceEdited) => ReactNode
  standing: PresentTexts
}
/** One form with all settings of a race, spread over several pages. */
export const RacePage = (given: PageProps) => {
  const t = useWords()
  const raceid = useRaceId()
  const race = useAsk(consoleRacesShow, { raceid }, { staleTime: Infinity })
  const races = useKnownRaces()
  const error = race.error
  const again = async () => {
    // The bar at the top of the console shows the race's name, day, colour and state from the list of races.
    void races.refetch()
    await race.refetch()
  }
  return (
    <DeskPage title={t(raceWords.title)}>
      {error ? (
        <ErrorState error={error} onRetry={() => void race.refetch()} />
      ) : race.isPending ? (
        <SkeletonCards count={3} className="h-40" />
      ) : null}
      {race.data && !error ? <RaceForm key={race.data.id} race={race.data} again={again} {...given} /> : null}
    </DeskPage>
  )
}

const labelOf = (field: string, t: ReturnType<typeof useWords>): string => {
  const name = field.replace(/^settings\./, '')
  const said = raceLabels[name as keyof typeof raceLabels]
  return said ? t(said) : t(raceWords.other)
}

type FormProps = PageProps & {
  race: RaceEdited
  /**
   * Reads the race from the server again.
   */
  again: () => Promise<void>
}
const RaceForm = ({ race, again, archive, preview, standing }: FormProps) => {
  const t = useWords()
  const go = useGo()
  const save = useCall(consoleRacesSave)
  const form = useRef<HTMLFormElement>(null)
  const unsaved = useUnsaved({
    name: 'race',
    raceid: race.id,
    saved: race,
    version: race.updated_at,
    deep: ['settings'],
  })
  const { form: draft, change } = unsaved
  const [refused, setRefused] = useState<Refused>()
  const [hiding, setHiding] = useState(false)
  const days = useEventDays(race, draft.time)
  const publishing = usePublishing(race, draft)
  const { open, show } = useSettingsPage(race.id, form)
  /** Opens the page of the form that holds the field with the error. */
  const showField = (field: HTMLElement | null | undefined) => {
    show(field?.closest<HTMLElement>('[data-page]')?.dataset.page)
    requestAnimationFrame(() => field?.focus())
  }
  useFieldOfAddress(form, show)
  const settings = draft.settings
  const changeSettings = (patch: Partial<RaceSettings>) =>
    change((now) => ({ ...now, settings: { ...now.settings, ...patch } }))
  const errorAt = (field: string) => refused?.fields[field] ?? refused?.fields[`more.${field}`]
  const part = { settings, change: changeSettings, errorAt, zone: draft.zone }
  const upload = (file: File, options: UploadOptions) =>
    call(consoleFilesSave, { raceid: race.id }, { ...options, files: { file } })
  const keep = async ({ moving, telling }: { moving: boolean; telling: boolean }, free = false) => {
    setRefused(undefined)
    const { id, name, names, city, province, area, address, skins, menu } = draft
    const { kind, time, header, footer, bg, cover, published } = draft
    try {
      await save.mutateAsync({
        raceid: id,
        updated_at: race.updated_at,
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
        move_events: moving,
        free,
      })
      toastSuccess(
        savedText(
          t,
          unsaved.changed.map((field) => labelOf(field, t)),
        ),
      )
      unsaved.done()
      await again()
      if (!telling) return
      chooseMessageReaders(id, {})
      go(path.announcements({ raceid: id }))
    } catch (thrown) {
      const why = refusedFrom(thrown)
      if (why.refusal === 'race_changed_meanwhile') {
        await again()
        return toast(t(unsavedWords.merged))
      }
      setRefused(why)
      requestAnimationFrame(() => showField(form.current?.querySelector<HTMLElement>('[aria-invalid]')))
    }
  }
  return (
    <div className="flex flex-col-reverse gap-4 min-[76rem]:flex-row min-[76rem]:items-start min-[76rem]:gap-6">
      <form
        ref={form}
        noValidate
        className="grid w-full min-w-0 flex-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (race.published && !draft.published) setHiding(true)
          else void publishing.ask((free) => days.ask((settled) => void keep(settled, free)))
        }}
      >
        <SettingsNav raceid={race.id} open={open} />
        <div key={unsaved.turn} className="contents">
          <SettingsSection page="basics" open={open}>
            <RaceBasicsCard draft={draft} change={change} errorAt={errorAt} />
          </SettingsSection>
          <SettingsSection page="look" open={open}>
            <ColoursCard draft={draft} change={change} />
            <PicturesCard
              draft={draft}
              change={change}
              changeSettings={changeSettings}
              errorAt={errorAt}
              upload={upload}
            />
            <MenuPart menu={draft.menu} onChange={(menu) => change({ menu })} errorAt={errorAt} />
            <GuidebookCard draft={draft} change={change} />
          </SettingsSection>
          <SettingsSection page="contact" open={open}>
            <ContactCard {...part} />
          </SettingsSection>
          <SettingsSection page="signup" open={open}>
            <RefundsCard raceid={race.id} />
            <LimitsPart {...part} />
            <DelaysPart {...part} />
          </SettingsSection>
          <SettingsSection page="legal" open={open}>
            <ConsentsPart {...part} standing={standing} />
          </SettingsSection>
          <SettingsSection page="results" open={open}>
            <ResultsPart {...part} raceid={race.id} upload={upload} />
          </SettingsSection>
          <SettingsSection page="integrations" open={open}>
            <CodesPart {...part} raceid={race.id} saved={race.settings} published={race.published} upload={upload} />
          </SettingsSection>
        </div>
        {open === 'manage' ? archive : null}
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
            action={t(raceWords.hide)}
            look="danger"
            busy={save.isPending}
            onClose={() => setHiding(false)}
            onDo={() => void keep({ moving: false, telling: false }).then(() => setHiding(false))}
          >
            <p>{t(raceWords.hide_text)}</p>
          </AskDialog>
        ) : null}
        <UnsavedBar unsaved={unsaved} labelOf={(field) => labelOf(field, t)} busy={save.isPending} />
        {days.dialog}
        {publishing.dialog}
      </form>
      {preview(draft)}
    </div>
  )
}
