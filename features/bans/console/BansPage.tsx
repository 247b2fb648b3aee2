import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { ImportLink } from '#features/imports/console/ImportLink.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRaceId } from '#seam/console/useRace.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip, ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { SearchField } from '#ui/form/search/SearchField.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { type Ban, consoleBansLift, consoleBansList } from '../contract.ts'
import { words } from '../words.ts'
import { BanDialog } from './BanDialog.tsx'

const tones = { coming: 'info', active: 'danger', ended: 'plain', lifted: 'success' } as const
const readBans = (raceid: number, q: string, past: boolean, after: string | null) =>
  call(consoleBansList, { raceid, q, past, limit: 50, ...(after === null ? {} : { after }) })

/** The banned runners of a race. */
export const BansPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = useRaceId()
  const [typed, setTyped] = useState('')
  const [past, setPast] = useState(false)
  const q = useDeferredValue(typed.trim())
  const bans = useInfiniteQuery<Awaited<ReturnType<typeof readBans>>, Refused>({
    queryKey: [consoleBansList.path, raceid, lang, q, past],
    queryFn: ({ pageParam }) => readBans(raceid, q, past, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
    placeholderData: (before) => before,
  })
  const [adding, setAdding] = useState(false)
  const [lifting, setLifting] = useState<Ban>()
  const [entered, setEntered] = useState<{ name: string; id: number }>()
  const items = bans.data?.pages.flatMap((page) => page.items) ?? []
  const refresh = () => void bans.refetch()
  return (
    <DeskPage
      title={t(words.bans)}
      description={t(words.description)}
      actions={
        <>
          <ExportButton raceid={raceid} table="bans" filter={{ q, past }} />
          <ImportLink raceid={raceid} kind="bans" />
          <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setAdding(true)}>
            {t(words.write)}
          </Button>
        </>
      }
    >
      {entered ? (
        <p role="status" className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded bg-warning-tint px-4 py-2">
          <span className="min-w-0 flex-1 text-warning-ink">{t(words.entered, { name: entered.name })}</span>
          <ButtonLink look="quiet" href={path.registration({ raceid, id: entered.id })}>
            {t(words.see_entry)}
          </ButtonLink>
        </p>
      ) : null}
      <SearchField label={t(words.search)} value={typed} onChange={setTyped} />
      <div className="flex flex-wrap gap-2">
        <ChoiceChip chosen={!past} onClick={() => setPast(false)}>
          {t(words.now)}
        </ChoiceChip>
        <ChoiceChip chosen={past} onClick={() => setPast(true)}>
          {t(words.past)}
        </ChoiceChip>
      </div>
      {bans.isPending ? <SkeletonCards count={3} className="h-20" /> : null}
      {bans.error && !bans.isFetchNextPageError ? <ErrorState error={bans.error} onRetry={refresh} /> : null}
      {bans.data && items.length === 0 ? (
        <Empty title={t(words.none)} description={q || past ? undefined : t(words.none_text)} />
      ) : null}
      {items.length > 0 ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((ban) => (
              <BanLine key={ban.id} ban={ban} onLift={() => setLifting(ban)} />
            ))}
          </ul>
        </Card>
      ) : null}
      <MoreButton list={bans} />
      {adding ? (
        <BanDialog
          raceid={raceid}
          everywhere={bans.data?.pages[0]?.everywhere ?? false}
          onClose={() => setAdding(false)}
          onSaved={({ name, registrationid }) => {
            setAdding(false)
            setEntered(registrationid === null ? undefined : { name, id: registrationid })
            refresh()
          }}
        />
      ) : null}
      {lifting ? (
        <LiftDialog raceid={raceid} ban={lifting} onClose={() => setLifting(undefined)} onSaved={refresh} />
      ) : null}
    </DeskPage>
  )
}

const BanLine = ({ ban, onLift }: { ban: Ban; onLift: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const day = (at: string) => dateText(at, lang)
  const live = ban.state === 'active' || ban.state === 'coming'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-4 md:px-6">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{ban.name}</span>
          <span className="figures break-all text-14 text-soft">{ban.idnum}</span>
          <Chip tone={tones[ban.state]}>{t(words[ban.state])}</Chip>
          {ban.everywhere ? <Chip tone="plain">{t(words.everywhere)}</Chip> : null}
        </p>
        <p className="break-words text-14">
          {t(words[ban.source])} · {ban.reason}
        </p>
        <p className="figures text-14 text-soft">
          {ban.until === null
            ? t(words.span_life, { from: day(ban.from) })
            : t(words.span, { from: day(ban.from), until: day(ban.until) })}
          {ban.lift_reason ? ` · ${t(words.lifted)}: ${ban.lift_reason}` : ''}
        </p>
      </div>
      {live ? (
        <Button look="plain" aria-label={t(words.lift_of, { name: ban.name })} onClick={onLift}>
          {t(words.lift)}
        </Button>
      ) : null}
    </li>
  )
}

type LiftProps = { raceid: number; ban: Ban; onClose: () => void; onSaved: () => void }
const LiftDialog = ({ raceid, ban, onClose, onSaved }: LiftProps) => {
  const t = useWords()
  const lift = useCall(consoleBansLift, { quiet: true })
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<Refused>()
  return (
    <AskDialog
      title={t(words.lift_of, { name: ban.name })}
      action={t(words.lift)}
      busy={lift.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() =>
        lift.mutate(
          { raceid, id: ban.id, reason },
          {
            onSuccess: () => {
              toastSuccess(t(words.saved))
              onSaved()
              onClose()
            },
            onError: (thrown) => setRefused(refusedFrom(thrown)),
          },
        )
      }
    >
      <p className="text-soft">{t(words.lift_how)}</p>
      <TextInput
        label={t(words.lift_reason)}
        value={reason}
        error={refused?.fields.reason}
        maxLength={200}
        onChange={(event) => setReason(event.target.value)}
      />
    </AskDialog>
  )
}
