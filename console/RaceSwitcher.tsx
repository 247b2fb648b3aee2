import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { textMatcher } from '#contract/names/matches.ts'
import { path } from '#seam/console/paths.ts'
import { raceStateOf, raceStateTones, raceStateWords } from '#seam/console/raceState.ts'
import { type KnownRace, useKnownRaces, useRace } from '#seam/console/useRace.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { FindList } from '#ui/form/search/FindList.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link, useGo } from '#ui/router/Link.tsx'
import { useScreenPath } from '#ui/router/Router.tsx'
import { inRace } from './menu.ts'
import { words } from './words.ts'

const Dot = ({ race }: { race: KnownRace }) => (
  <span aria-hidden className="size-3 shrink-0 rounded-full" style={{ background: race.skins.primary }} />
)

/** The race of the page, with links to the same page of other races. */
export const RaceSwitcher = () => {
  const t = useWords()
  const { lang } = useLang()
  const go = useGo()
  const race = useRace()
  const screen = useScreenPath()
  const races = useKnownRaces()
  const now = new Date(useNow(60_000))
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  if (!race) return null
  const state = raceStateOf(race, now)
  const close = () => {
    setOpen(false)
    setTyped('')
  }
  const isMeant = textMatcher(typed)
  const found = (races.data?.items ?? [])
    .filter(({ archived, id }) => !archived || id === race.id)
    .filter(({ id, name, city }) => isMeant(`${id} ${name} ${city}`))
    .map((one) => ({
      key: String(one.id),
      race: one,
      label: one.name,
      icon: <Dot race={one} />,
      aside: `${dateText(one.time, lang, 'day', one.zone)} · ${one.id}`,
    }))
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-11 min-w-0 items-center gap-2 rounded px-2 text-left hover:bg-sunk"
      >
        <span className="sr-only">{`${t(words.switch_race)} · `}</span>
        <Dot race={race} />
        <span className="min-w-0">
          <span className="block max-w-[24rem] truncate text-14 font-medium">{race.name}</span>
          <span className="figures block truncate text-12 text-soft">
            {dateText(race.time, lang, 'day', race.zone)}
          </span>
        </span>
        <span className="max-md:hidden">
          <Chip tone={raceStateTones[state]}>{t(raceStateWords[state])}</Chip>
        </span>
        <ChevronsUpDown className="size-4 shrink-0 text-soft" aria-hidden />
      </button>
      <Dialog forgets open={open} onClose={close} title={t(words.switch_race)}>
        <FindList
          label={t(words.find_race)}
          typed={typed}
          onTyped={setTyped}
          found={found}
          nothing={t(words.no_such_race)}
          onChoose={({ race: chosen }) => {
            close()
            go(inRace(chosen.id, screen))
          }}
        />
        <p className="border-t border-line pb-3 pt-2">
          <Link
            href={path.front()}
            onClick={close}
            className="inline-flex min-h-11 items-center px-3 text-14 text-soft hover:text-ink"
          >
            {t(words.all_races)}
          </Link>
        </p>
      </Dialog>
    </>
  )
}
