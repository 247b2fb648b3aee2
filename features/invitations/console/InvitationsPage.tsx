import { ImportLink } from '#features/imports/console/ImportLink.tsx'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { Ban, Copy, Download, Layers, Pencil, Plus, RotateCcw, Users } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { raceEvents } from '#features/events/contract.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { type Refused, call, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { SearchField } from '#ui/form/search/SearchField.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import {
  type InvitationLine,
  consoleInvitationsGenerate,
  consoleInvitationsList,
  consoleInvitationsSave,
  consoleInvitationsStop,
} from '../contract.ts'
import { shownCode } from '../rules.ts'
import { words } from '../words.ts'
import { codesFile } from './codesFile.ts'
import { type Granting, InvitationDialog } from './InvitationDialog.tsx'
import { UsesDialog } from './UsesDialog.tsx'

const readCodes = (raceid: number, q: string, after: string | null) =>
  call(consoleInvitationsList, { raceid, q, limit: 50, ...(after === null ? {} : { after }) })
const tones = { open: 'success', used_up: 'info', over: 'plain', stopped: 'danger' } as const

export const InvitationsPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = useRaceId()
  const events = useAsk(raceEvents, { raceid }, { quiet: true })
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const codes = usePages([consoleInvitationsList.path, raceid, lang, q], (after) => readCodes(raceid, q, after), {
    placeholderData: (before) => before,
  })
  const save = useCall(consoleInvitationsSave)
  const generate = useCall(consoleInvitationsGenerate)
  const stop = useCall(consoleInvitationsStop)
  const [open, setOpen] = useState<InvitationLine | 'new' | 'many'>()
  const [whose, setWhose] = useState<InvitationLine>()
  const [made, setMade] = useState<readonly InvitationLine[]>([])
  const [refused, setRefused] = useState<Refused>()
  const items = codes.data?.pages.flatMap((page) => page.items) ?? []
  const show = (which: InvitationLine | 'new' | 'many') => {
    setRefused(undefined)
    setOpen(which)
  }
  const write = async ({ count, code, ...granting }: Granting) => {
    setRefused(undefined)
    try {
      if (open === 'many') setMade((await generate.mutateAsync({ raceid, count: count ?? 1, ...granting })).items)
      else
        await save.mutateAsync({
          raceid,
          ...granting,
          ...(typeof open === 'object' ? { id: open.id } : {}),
          ...(code ? { code } : {}),
        })
      setOpen(undefined)
      void codes.refetch()
      if (open !== 'many') toastSuccess(t(words.saved))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const turn = async (one: InvitationLine) => {
    try {
      await stop.mutateAsync({ raceid, id: one.id, stopped: one.state !== 'stopped' })
      void codes.refetch()
      toastSuccess(t(words.saved))
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
  }
  return (
    <DeskPage
      title={t(words.invitations)}
      actions={
        <>
          <ExportButton raceid={raceid} table="invitations" filter={{ q }} />
          <ImportLink raceid={raceid} kind="invitations" />
          <Button look="plain" icon={<Layers className="size-5" aria-hidden />} onClick={() => show('many')}>
            {t(words.generate)}
          </Button>
          <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => show('new')}>
            {t(words.write)}
          </Button>
        </>
      }
    >
      <SearchField label={t(words.search)} value={typed} onChange={setTyped} />
      {made.length > 0 ? <MadeCodes raceid={raceid} made={made} /> : null}
      {codes.isPending ? <SkeletonCards count={4} className="h-20" /> : null}
      {codes.error && !codes.isFetchNextPageError ? (
        <ErrorState error={codes.error} onRetry={() => void codes.refetch()} />
      ) : null}
      {codes.data && items.length === 0 ? (
        <Empty title={t(q ? words.none_found : words.none)} description={q ? undefined : t(words.none_text)} />
      ) : null}
      {items.length ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((one) => (
              <InvitationRow
                key={one.id}
                one={one}
                onWhose={() => setWhose(one)}
                onEdit={() => show(one)}
                onTurn={() => void turn(one)}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      <MoreButton list={codes} />
      {open ? (
        <InvitationDialog
          raceid={raceid}
          invitation={typeof open === 'object' ? open : undefined}
          many={open === 'many'}
          events={events.data ?? []}
          refused={refused}
          busy={save.isPending || generate.isPending}
          onClose={() => setOpen(undefined)}
          onSave={(granting) => void write(granting)}
        />
      ) : null}
      {whose ? <UsesDialog raceid={raceid} invitation={whose} onClose={() => setWhose(undefined)} /> : null}
    </DeskPage>
  )
}

type RowProps = { one: InvitationLine; onWhose: () => void; onEdit: () => void; onTurn: () => void }
const InvitationRow = ({ one, onWhose, onEdit, onTurn }: RowProps) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 md:px-6">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="figures font-bold">{shownCode(one.code)}</span>
          <span className="truncate">{one.label}</span>
        </p>
        <p className="figures flex flex-wrap gap-x-2 text-14 text-soft">
          <span>{one.event ?? t(words.any_event)}</span>
          <span>· {one.price === null ? t(words.full) : money(one.price, lang)}</span>
          <span>
            ·{' '}
            {one.remaining === null
              ? t(words.used_unlimited, { used: one.used })
              : t(words.used_of, { used: one.used, remaining: one.remaining })}
          </span>
          {one.expires_at ? (
            <span>
              · {t(words.expires)} {dateText(one.expires_at, lang, 'deadline')}
            </span>
          ) : null}
        </p>
      </div>
      <div className="flex gap-1.5">
        {one.personal ? <Chip tone="plain">{t(words.personal)}</Chip> : null}
        {one.direct ? <Chip tone="race">{t(words.direct_short)}</Chip> : null}
        <Chip tone={tones[one.state]}>{t(words[one.state])}</Chip>
      </div>
      <div className="-mr-2 ml-auto flex">
        <IconButton
          label={`${t(words.copy)} ${shownCode(one.code)}`}
          onClick={() =>
            void navigator.clipboard?.writeText(shownCode(one.code)).then(() => toastSuccess(t(words.copied)))
          }
        >
          <Copy className="size-5" aria-hidden />
        </IconButton>
        <IconButton label={`${t(words.who)} ${shownCode(one.code)}`} onClick={onWhose}>
          <Users className="size-5" aria-hidden />
        </IconButton>
        <IconButton label={`${t(words.change)} ${shownCode(one.code)}`} onClick={onEdit}>
          <Pencil className="size-5" aria-hidden />
        </IconButton>
        <IconButton
          label={`${t(one.state === 'stopped' ? words.resume : words.stop)} ${shownCode(one.code)}`}
          onClick={onTurn}
        >
          {one.state === 'stopped' ? (
            <RotateCcw className="size-5" aria-hidden />
          ) : (
            <Ban className="size-5" aria-hidden />
          )}
        </IconButton>
      </div>
    </li>
  )
}

/** The codes that staff have just generated, with a button that saves them as a file. */
const MadeCodes = ({ raceid, made }: { raceid: number | undefined; made: readonly InvitationLine[] }) => {
  const t = useWords()
  const download = () => {
    const address = URL.createObjectURL(
      codesFile(made, [t(words.code), t(words.label), t(words.scope), t(words.uses), t(words.expires)]),
    )
    Object.assign(document.createElement('a'), { href: address, download: `invitations-${raceid}.csv` }).click()
    setTimeout(() => URL.revokeObjectURL(address), 1000)
  }
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded bg-success-tint px-4 py-3 text-success-ink"
    >
      <span className="font-medium">{t(words.generated, { n: countText(made.length) })}</span>
      <Button icon={<Download className="size-5" aria-hidden />} onClick={download}>
        {t(words.download)}
      </Button>
    </div>
  )
}
