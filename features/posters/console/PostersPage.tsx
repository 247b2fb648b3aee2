import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRace, useRaceId } from '#seam/console/useRace.ts'
import { CancelButton } from '#ui/form/unsaved/CancelButton.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import {
  type PosterEdited,
  consolePostersList,
  consolePostersOrder,
  consolePostersRemove,
} from '../console.contract.ts'
import { PosterEditor } from './PosterEditor.tsx'
import { words } from './poster.words.ts'

export const PostersPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const race = useRace()
  const listed = useAsk(consolePostersList, { raceid })
  const order = useCall(consolePostersOrder)
  const [edited, setEdited] = useState<PosterEdited | 'new'>()
  const [leaving, setLeaving] = useState<PosterEdited>()
  const close = () => {
    setEdited(undefined)
    setLeaving(undefined)
    void listed.refetch()
  }
  const items = listed.data?.items ?? []
  const move = async (at: number, by: -1 | 1) => {
    const ids = items.map(({ id }) => id)
    const [moved] = ids.splice(at, 1)
    ids.splice(at + by, 0, moved!)
    try {
      await order.mutateAsync({ raceid, ids })
      toastSuccess(t(words.ordered))
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
    await listed.refetch()
  }
  const failed = listed.error
  return (
    <DeskPage
      title={t(words.title)}
      actions={
        <Button
          icon={<Plus className="size-5" aria-hidden />}
          disabled={edited !== undefined}
          onClick={() => setEdited('new')}
        >
          {t(words.write)}
        </Button>
      }
    >
      {edited ? (
        <PosterEditor
          key={edited === 'new' ? 'new' : edited.id}
          raceid={raceid}
          race={race?.name ?? ''}
          // The list holds the newest version. A poster that somebody removed meanwhile stays as it was opened.
          before={edited === 'new' ? undefined : (items.find(({ id }) => id === edited.id) ?? edited)}
          again={listed.refetch}
          onDone={close}
          onCancel={() => setEdited(undefined)}
        />
      ) : null}
      {failed ? <ErrorState error={failed} onRetry={() => void listed.refetch()} /> : null}
      {!failed && listed.isPending ? <SkeletonCards count={2} className="h-24" /> : null}
      {listed.data && items.length === 0 && !edited ? (
        <Empty title={t(words.none)} description={t(words.none_text)} />
      ) : null}
      {items.length && !edited ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((one, at) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
                {one.preview ? (
                  <img
                    src={`${one.preview}?x-oss-process=image/resize,w_160`}
                    alt=""
                    className="h-20 rounded-[6px] shadow-card"
                  />
                ) : (
                  <span aria-hidden className="h-20 w-15 rounded-[6px] bg-sunk" />
                )}
                <span className="min-w-0 flex-[1_1_14rem]">
                  <span className="block truncate font-medium">{one.name}</span>
                  <span className="figures block text-14 text-soft">
                    {one.id} · {t(words[one.use])} · {one.watermask.width} × {one.watermask.height} ·{' '}
                    {t(words.version, { n: one.version })}
                  </span>
                </span>
                <Chip tone={one.published ? 'success' : 'plain'}>
                  {t(one.published ? words.published : words.draft)}
                </Chip>
                <span className="-mr-2 ml-auto flex">
                  <IconButton
                    label={`${t(words.up)} ${one.name}`}
                    disabled={at === 0 || order.isPending}
                    onClick={() => void move(at, -1)}
                    className="disabled:opacity-40"
                  >
                    <ArrowUp className="size-5" aria-hidden />
                  </IconButton>
                  <IconButton
                    label={`${t(words.down)} ${one.name}`}
                    disabled={at === items.length - 1 || order.isPending}
                    onClick={() => void move(at, 1)}
                    className="disabled:opacity-40"
                  >
                    <ArrowDown className="size-5" aria-hidden />
                  </IconButton>
                  <IconButton label={`${t(words.edit)} ${one.name}`} onClick={() => setEdited(one)}>
                    <Pencil className="size-5" aria-hidden />
                  </IconButton>
                  <IconButton label={`${t(words.remove)} ${one.name}`} onClick={() => setLeaving(one)}>
                    <Trash2 className="size-5" aria-hidden />
                  </IconButton>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {leaving ? <RemoveDialog poster={leaving} onClose={() => setLeaving(undefined)} onDone={close} /> : null}
    </DeskPage>
  )
}

const RemoveDialog = ({
  poster,
  onClose,
  onDone,
}: {
  poster: PosterEdited
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const remove = useCall(consolePostersRemove)
  const [refused, setRefused] = useState<Refused>()
  const confirm = async () => {
    try {
      await remove.mutateAsync({ raceid: poster.raceid, id: poster.id })
      toastSuccess(t(words.removed))
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.remove)}
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button look="danger" busy={remove.isPending} onClick={() => void confirm()}>
            {t(words.remove)}
          </Button>
        </>
      }
    >
      <p>{t(words.remove_sure, { name: poster.name })}</p>
      {refused ? (
        <p role="alert" className="mt-3 text-danger-ink">
          {refused.msg}
        </p>
      ) : null}
    </Dialog>
  )
}
