import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
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
import { type NameCheck, consoleRealnamesDecide, consoleRealnamesList } from '../contract.ts'
import { words } from '../words.ts'

type Show = 'undecided' | 'decided'
type Deciding = { check: NameCheck; decision: 'allowed' | 'refused' }
const tones = { mismatch: 'danger', no_record: 'warning', open: 'info', match: 'success' } as const
const readChecks = (raceid: number, q: string, show: Show, after: string | null) =>
  call(consoleRealnamesList, { raceid, q, show, limit: 50, ...(after === null ? {} : { after }) })

/** The names that the service did not confirm. Staff look at the document and decide with a reason. */
export const RealNamesPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = useRaceId()
  const [typed, setTyped] = useState('')
  const [show, setShow] = useState<Show>('undecided')
  const [deciding, setDeciding] = useState<Deciding>()
  const q = useDeferredValue(typed.trim())
  const checks = useInfiniteQuery<Awaited<ReturnType<typeof readChecks>>, Refused>({
    queryKey: [consoleRealnamesList.path, raceid, lang, q, show],
    queryFn: ({ pageParam }) => readChecks(raceid, q, show, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
    placeholderData: (before) => before,
  })
  const items = checks.data?.pages.flatMap((page) => page.items) ?? []
  const off = checks.data?.pages[0]?.on === false
  const refresh = () => void checks.refetch()
  return (
    <DeskPage
      title={t(words.title)}
      description={t(words.description)}
      actions={<ExportButton raceid={raceid} table="realnames" filter={{ q, show }} />}
    >
      {off ? <p className="rounded bg-info-tint px-4 py-3 text-info-ink">{t(words.off)}</p> : null}
      <SearchField label={t(words.search)} value={typed} onChange={setTyped} />
      <div className="flex flex-wrap gap-2">
        {(['undecided', 'decided'] as const).map((one) => (
          <ChoiceChip key={one} chosen={show === one} onClick={() => setShow(one)}>
            {t(words[one])}
          </ChoiceChip>
        ))}
      </div>
      {checks.isPending ? <SkeletonCards count={3} className="h-20" /> : null}
      {checks.error && !checks.isFetchNextPageError ? <ErrorState error={checks.error} onRetry={refresh} /> : null}
      {checks.data && items.length === 0 ? <Empty title={t(words.none)} /> : null}
      {items.length > 0 ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((check) => (
              <CheckLine
                key={check.id}
                raceid={raceid}
                check={check}
                onDecide={(decision) => setDeciding({ check, decision })}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      <MoreButton list={checks} />
      {deciding ? (
        <DecideDialog raceid={raceid} {...deciding} onClose={() => setDeciding(undefined)} onSaved={refresh} />
      ) : null}
    </DeskPage>
  )
}

type LineProps = { raceid: number; check: NameCheck; onDecide: (decision: Deciding['decision']) => void }
const CheckLine = ({ raceid, check, onDecide }: LineProps) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 md:px-6">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="break-words font-medium">{check.name}</span>
          <span className="figures break-all text-14 text-soft">{check.idnum}</span>
          <Chip tone={tones[check.outcome]}>{t(words[`outcome_${check.outcome}`])}</Chip>
          {check.registrationid === null ? null : <Chip tone="plain">{t(words.registered)}</Chip>}
        </p>
        <p className="figures text-14 text-soft">{dateText(check.asked_at, lang, 'minute')}</p>
        {check.decision ? (
          <p className="break-words text-14">
            {t(words[check.decision])}: {check.decide_reason}
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {check.registrationid === null ? null : (
          <ButtonLink
            look="quiet"
            className="text-ink! max-md:-ml-5"
            href={path.registration({ raceid, id: check.registrationid })}
          >
            {t(words.see)}
          </ButtonLink>
        )}
        {check.decision === null ? (
          <>
            <Button
              look="quiet"
              className="text-danger-ink!"
              aria-label={t(words.refuse_of, { name: check.name })}
              onClick={() => onDecide('refused')}
            >
              {t(words.refuse)}
            </Button>
            <Button
              look="plain"
              aria-label={t(words.allow_of, { name: check.name })}
              onClick={() => onDecide('allowed')}
            >
              {t(words.allow)}
            </Button>
          </>
        ) : null}
      </div>
    </li>
  )
}

type DecideProps = Deciding & { raceid: number; onClose: () => void; onSaved: () => void }
const DecideDialog = ({ raceid, check, decision, onClose, onSaved }: DecideProps) => {
  const t = useWords()
  const decide = useCall(consoleRealnamesDecide, { quiet: true })
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const said = decision === 'allowed' ? 'allow' : 'refuse'
  return (
    <AskDialog
      title={t(words[`${said}_of`], { name: check.name })}
      action={t(words[said])}
      look={decision === 'allowed' ? 'strong' : 'danger'}
      busy={decide.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() =>
        decide.mutate(
          { raceid, id: check.id, decision, reason },
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
      <TextInput
        label={t(words.reason)}
        value={reason}
        error={refused?.fields.reason}
        maxLength={200}
        onChange={(event) => setReason(event.target.value)}
      />
    </AskDialog>
  )
}
