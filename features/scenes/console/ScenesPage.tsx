import { Ban, ChartColumn, Download, Pencil, Plus, QrCode as CodeIcon, RotateCcw } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { SearchField } from '#ui/form/search/SearchField.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { call, refusedFrom, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { type SceneLine, consoleScenesChange, consoleScenesList } from '../console.contract.ts'
import { words } from '../words.ts'
import { DaysDialog } from './DaysDialog.tsx'
import { CodeDialog } from './CodeDialog.tsx'
import { MakeDialog } from './MakeDialog.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'

const read = (raceid: number, q: string, after: string | null) =>
  call(consoleScenesList, { raceid, q, limit: 50, ...(after === null ? {} : { after }) })
const tones = { live: 'success', over: 'plain', stopped: 'danger' } as const
const archiveOf = (raceid: number, batch: number) => `/console/scenes/pictures/${raceid}/${batch}.zip`
type Opened = { kind: 'make' } | { kind: 'code' | 'days' | 'change'; scene: SceneLine }

/** A race's scene codes, with their pictures and scans. */
export const ScenesPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const scenes = usePages([consoleScenesList.path, raceid, q], (after) => read(raceid, q, after), {
    placeholderData: (before) => before,
  })
  const change = useCall(consoleScenesChange)
  const [opened, setOpened] = useState<Opened>()
  const [made, setMade] = useState<{ batch: number; n: number }>()
  const items = scenes.data?.pages.flatMap((page) => page.items) ?? []
  const first = scenes.data?.pages[0]
  const close = () => setOpened(undefined)
  const turn = async (scene: SceneLine) => {
    try {
      await change.mutateAsync({ raceid, id: scene.id, stopped: scene.state !== 'stopped' })
      void scenes.refetch()
      toastSuccess(t(words.saved))
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
  }
  return (
    <DeskPage
      title={t(words.title)}
      description={t(words.title_text)}
      actions={
        <>
          <ExportButton raceid={raceid} table="scenes" filter={{ q }} />
          <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setOpened({ kind: 'make' })}>
            {t(words.make)}
          </Button>
        </>
      }
    >
      <SearchField label={t(words.search)} value={typed} onChange={setTyped} />
      {made ? <Made raceid={raceid} {...made} /> : null}
      {first && !first.mini && first.total > 0 ? <p className="text-14 text-soft">{t(words.mini_off)}</p> : null}
      {scenes.isPending ? <SkeletonCards count={4} className="h-20" /> : null}
      {scenes.error && !scenes.isFetchNextPageError ? (
        <ErrorState error={scenes.error} onRetry={() => void scenes.refetch()} />
      ) : null}
      {first && items.length === 0 ? (
        <Empty title={t(q ? words.none_found : words.none)} description={q ? undefined : t(words.none_text)} />
      ) : null}
      {first && items.length ? (
        <Card
          flush
          title={t(words.codes, { n: countText(first.total) })}
          aside={<span className="figures text-soft">{t(words.scans, { n: countText(first.scans) })}</span>}
        >
          <ul className="divide-y divide-line">
            {items.map((scene, at) => (
              <SceneItem
                key={scene.id}
                scene={scene}
                raceid={raceid}
                heads={scene.batch !== items[at - 1]?.batch}
                onOpen={(kind) => setOpened({ kind, scene })}
                onTurn={() => void turn(scene)}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      <MoreButton list={scenes} />
      {opened?.kind === 'make' ? (
        <MakeDialog
          raceid={raceid}
          onClose={close}
          onMade={(batch, n) => {
            close()
            setMade({ batch, n })
            void scenes.refetch()
          }}
        />
      ) : null}
      {opened?.kind === 'code' ? <CodeDialog scene={opened.scene} onClose={close} /> : null}
      {opened?.kind === 'days' ? <DaysDialog raceid={raceid} scene={opened.scene} onClose={close} /> : null}
      {opened?.kind === 'change' ? (
        <ChangeDialog
          raceid={raceid}
          scene={opened.scene}
          onClose={close}
          onSaved={() => {
            close()
            void scenes.refetch()
            toastSuccess(t(words.saved))
          }}
        />
      ) : null}
    </DeskPage>
  )
}

const Made = ({ raceid, batch, n }: { raceid: number; batch: number; n: number }) => {
  const t = useWords()
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded bg-success-tint px-4 py-3 text-success-ink"
    >
      <span className="font-medium">{t(words.made, { n: countText(n) })}</span>
      <ArchiveLink raceid={raceid} batch={batch} label={t(words.pictures)} strong />
    </div>
  )
}

const ArchiveLink = ({
  raceid,
  batch,
  label,
  strong,
}: {
  raceid: number
  batch: number
  label: string
  strong?: boolean
}) => (
  <a
    href={archiveOf(raceid, batch)}
    download
    className={
      'inline-flex min-h-11 items-center gap-2 rounded px-4 font-medium ' +
      (strong ? 'bg-fill text-on-fill' : '-mx-4 text-strong hover:bg-sunk')
    }
  >
    <Download className="size-5" aria-hidden />
    {label}
  </a>
)

type ItemProps = {
  scene: SceneLine
  raceid: number
  /** True if the scene above this scene in the list has another `batch`, or if this scene is the first. */
  heads: boolean
  onOpen: (kind: 'code' | 'days' | 'change') => void
  onTurn: () => void
}
const SceneItem = ({ scene, raceid, heads, onOpen, onTurn }: ItemProps) => {
  const t = useWords()
  const { lang } = useLang()
  const { label, page, params, scans, last_at, expires_at, state, batch } = scene
  const query = new URLSearchParams(params).toString()
  const button = (kind: 'code' | 'days' | 'change', says: string, Icon: typeof Pencil) => (
    <IconButton label={`${says} ${label}`} onClick={() => onOpen(kind)}>
      <Icon className="size-5" aria-hidden />
    </IconButton>
  )
  return (
    <li>
      {heads ? (
        <div className="flex flex-wrap items-center justify-between gap-2 bg-sunk px-4 py-1 md:px-6">
          <span className="text-14 font-medium">
            {t(words.batch, { n: batch })} · {dateText(scene.created_at, lang, 'day')}
          </span>
          <ArchiveLink raceid={raceid} batch={batch} label={t(words.pictures_of, { n: batch })} />
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
        <div className="min-w-0 flex-[1_1_16rem]">
          <p className="truncate font-medium">{label}</p>
          <p className="figures truncate text-14 text-soft">{query ? `${page}?${query}` : page}</p>
        </div>
        <p className="figures md:text-right">
          <span className="block font-bold">{t(words.scans, { n: countText(scans) })}</span>
          <span className="block text-14 text-soft">
            {last_at ? t(words.last_scan, { when: dateText(last_at, lang, 'deadline') }) : t(words.never)}
          </span>
        </p>
        <span className="flex flex-wrap items-center gap-2">
          {expires_at ? (
            <span className="figures text-14 text-soft">
              {t(words.expires)} {dateText(expires_at, lang, 'deadline')}
            </span>
          ) : null}
          <Chip tone={tones[state]}>{t(words[state])}</Chip>
        </span>
        <div className="-mr-2 ml-auto flex">
          {button('code', t(words.show), CodeIcon)}
          {button('days', t(words.by_day), ChartColumn)}
          {button('change', t(words.change), Pencil)}
          <IconButton label={`${t(state === 'stopped' ? words.resume : words.stop)} ${label}`} onClick={onTurn}>
            {state === 'stopped' ? (
              <RotateCcw className="size-5" aria-hidden />
            ) : (
              <Ban className="size-5" aria-hidden />
            )}
          </IconButton>
        </div>
      </div>
    </li>
  )
}
