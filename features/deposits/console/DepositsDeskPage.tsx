import { useQueryClient } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '#features/staff/console/useMe.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Button } from '#ui/form/Button.tsx'
import { FindForm } from '#ui/form/search/FindForm.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { bookMoney, money } from '#ui/language/money.ts'
import { PagedList } from '#ui/layout/PagedList.tsx'
import { call, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { type DeskDeposit, consoleDepositsBack, consoleDepositsList } from '../contract.ts'
import { depositStates } from '../rules.ts'
import { deskWords as words } from './deposits.words.ts'
import { DepositKinds } from './DepositKinds.tsx'
import { KeepDialog, LendDialog, TakeDialog } from './DepositDialogs.tsx'

const readDeposits = (raceid: number, state: DeskDeposit['state'] | undefined, q: string, after: string | null) =>
  call(consoleDepositsList, { raceid, q, limit: 50, ...(state ? { state } : {}), ...(after === null ? {} : { after }) })
const tones = { paid: 'info', lent: 'warning', back: 'success', kept: 'plain' } as const
type Open = { what: 'take' } | { what: 'lend' | 'keep'; deposit: DeskDeposit }

/** The desk that lends things for a deposit, and scans them when people return them. */
export const DepositsDeskPage = () => {
  const t = useWords()
  const queries = useQueryClient()
  const raceid = useRaceId()
  const { may } = useMe(raceid)
  const [state, setState] = useState<DeskDeposit['state']>()
  const [q, setQ] = useState('')
  const [open, setOpen] = useState<Open>()
  const query = usePages([consoleDepositsList.path, raceid, state ?? null, q], (after) =>
    readDeposits(raceid, state, q, after),
  )
  const first = query.data?.pages[0]
  const done = () => {
    setOpen(undefined)
    void queries.invalidateQueries({ queryKey: [consoleDepositsList.path] })
  }
  return (
    <DeskPage
      title={t(words.title)}
      description={
        first
          ? t(words.held, { amount: bookMoney(first.counts.held), lent: first.counts.lent, paid: first.counts.paid })
          : undefined
      }
      actions={
        first && first.kinds.length > 0 ? (
          <Button icon={<HandCoins className="size-5" aria-hidden />} onClick={() => setOpen({ what: 'take' })}>
            {t(words.take)}
          </Button>
        ) : null
      }
    >
      <BackForm raceid={raceid} onDone={done} />
      <FindForm label={t(words.search)} action={t(words.find)} value={q} onFind={setQ} />
      <Segmented
        label={t(words.state)}
        value={state ?? ''}
        onChange={(value) => setState(depositStates.find((one) => one === value))}
        options={[
          { value: '', label: t(words.all) },
          ...depositStates.map((one) => ({ value: one, label: t(words[one]) })),
        ]}
      />
      <PagedList list={query} empty={{ title: t(words.none), description: t(words.noneHow) }}>
        {(deposit) => (
          <One
            key={deposit.id}
            deposit={deposit}
            keeps={may('money.refund')}
            onOpen={(what) => setOpen({ what, deposit })}
          />
        )}
      </PagedList>
      {may('money.read') ? <DepositKinds raceid={raceid} edits={may('race.edit')} onSaved={done} /> : null}
      {open?.what === 'take' && first ? (
        <TakeDialog raceid={raceid} kinds={first.kinds} onClose={() => setOpen(undefined)} onDone={done} />
      ) : null}
      {open?.what === 'lend' ? (
        <LendDialog raceid={raceid} deposit={open.deposit} onClose={() => setOpen(undefined)} onDone={done} />
      ) : null}
      {open?.what === 'keep' ? (
        <KeepDialog raceid={raceid} deposit={open.deposit} onClose={() => setOpen(undefined)} onDone={done} />
      ) : null}
    </DeskPage>
  )
}

/** The field for the scanner: staff scan or type the number of a thing, and Enter takes the thing back. */
const BackForm = ({ raceid, onDone }: { raceid: number; onDone: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const [code, setCode] = useState('')
  const back = useCall(consoleDepositsBack, { quiet: true })
  return (
    <form
      className="flex items-end gap-2 rounded bg-surface p-4 shadow-card"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() === '') return
        back.mutate(
          { raceid, code: code.trim() },
          {
            onSuccess: ({ amount }) => {
              toastSuccess(t(words.backDone, { amount: money(amount, lang) }))
              setCode('')
              onDone()
            },
          },
        )
      }}
    >
      <TextInput
        className="min-w-0 flex-1"
        label={t(words.scan)}
        inputClassName="figures"
        autoComplete="off"
        value={code}
        maxLength={60}
        error={back.error?.msg}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" busy={back.isPending}>
        {t(words.takeBack)}
      </Button>
    </form>
  )
}

const One = ({
  deposit,
  keeps,
  onOpen,
}: {
  deposit: DeskDeposit
  keeps: boolean
  onOpen: (what: 'lend' | 'keep') => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const { state } = deposit
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 md:px-6">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{deposit.runner || deposit.name}</span>
          <span className="figures text-soft">{deposit.bib}</span>
          <Chip tone={tones[state]}>{t(words[state])}</Chip>
        </p>
        <p className="figures text-14 text-soft">
          {[deposit.name, deposit.code, money(deposit.amount, lang), deposit.reason].filter(Boolean).join(' · ')}
        </p>
      </div>
      <span className="flex gap-2">
        {state === 'paid' ? <Button onClick={() => onOpen('lend')}>{t(words.lend)}</Button> : null}
        {keeps && state === 'lent' ? (
          <Button look="danger" onClick={() => onOpen('keep')}>
            {t(words.keep)}
          </Button>
        ) : null}
      </span>
    </li>
  )
}
