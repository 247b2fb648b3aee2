import { useState } from 'react'
import { LoginSheet, useAccount } from '#seam/web/account.tsx'
import { registrationMy } from '#features/registrations/contract.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { type Refused, useAsk } from '#ui/network/call.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { countText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { usePageParams } from '#ui/router/Link.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { path } from '#seam/web/paths.ts'
import { type Ballot, ballotMine } from '../contract.ts'
import { checkWords as words } from './check.words.ts'
import { segmentText } from './declaredText.ts'
import { HashText } from './HashFact.tsx'

export type Mine = OutputOf<typeof ballotMine>

/**
 * Loads the account's own entries in this draw, by its registrations. The hook first chooses the entry that the link
 * names.
 */
export const useMine = (ballot: Ballot) => {
  const { _key } = usePageParams()
  const account = useAccount()
  const [chosen, choose] = useState(_key)
  const listed = ballot.state !== 'declared' && ballot.state !== 'cancelled'
  const all = useAsk(
    registrationMy,
    { raceid: ballot.raceid, limit: 100 },
    { enabled: account.loggedIn, quiet: true, staleTime: 30_000 },
  )
  const own =
    all.data?.items.filter(({ meta, deleted_at }) => meta.event.id === ballot.eventid && deleted_at === null) ?? []
  const key = (own.find((one) => one._key === chosen) ?? own[0])?._key
  const query = useAsk(
    ballotMine,
    { id: key ?? '' },
    { enabled: listed && key !== undefined, quiet: true, staleTime: 30_000 },
  )
  const mine = query.data?.ballotid === ballot.id ? query.data : undefined
  return { account, all, own, key, choose, query, mine, listed }
}

/** The reader's own entry: its position in the list, the reasons for its weight, and its outcome. */
export const MyEntry = ({ ballot, of }: { ballot: Ballot; of: ReturnType<typeof useMine> }) => {
  const t = useWords()
  return (
    <Card title={t(words.mine)}>
      <Inside ballot={ballot} of={of} />
    </Card>
  )
}

const Inside = ({ ballot, of }: { ballot: Ballot; of: ReturnType<typeof useMine> }) => {
  const t = useWords()
  const [open, setOpen] = useState(false)
  const { account, all, own, key, choose, query, mine, listed } = of
  if (account.pending || (account.loggedIn && all.isPending) || (listed && key !== undefined && query.isPending))
    return <Skeleton lines={3} />
  if (account.lost) return <ErrorState error={account.lost.error} onRetry={account.lost.retry} />
  if (!account.loggedIn)
    return (
      <>
        <p className="mb-4 text-soft">{t(words.mine_log_in)}</p>
        <Button look="plain" wide onClick={() => setOpen(true)}>
          {t(words.log_in)}
        </Button>
        <LoginSheet open={open} onClose={() => setOpen(false)} note={t(words.mine_log_in)} />
      </>
    )
  const failed: Refused | null =
    all.error ?? (query.error && query.error.refusal !== 'not_in_a_ballot' ? query.error : null)
  if (failed) return <ErrorState error={failed} onRetry={() => void (all.error ? all.refetch() : query.refetch())} />
  if (own.length === 0) return <p className="text-soft">{t(words.mine_none)}</p>
  const options = own.map((one) => ({ value: one._key, label: one.name }))
  return (
    <div className="grid gap-4">
      {options.length > 3 ? (
        <Select
          label={t(words.which)}
          value={key ?? ''}
          options={options}
          onChange={(event) => choose(event.target.value)}
        />
      ) : options.length > 1 ? (
        <Segmented label={t(words.which)} value={key ?? ''} options={options} onChange={choose} />
      ) : null}
      {!listed ? (
        <p className="text-soft">{t(words.mine_later)}</p>
      ) : mine ? (
        <Entry key={mine.key} ballot={ballot} mine={mine} />
      ) : (
        <p className="text-soft">{query.error?.msg ?? t(words.mine_none)}</p>
      )}
    </div>
  )
}

const Entry = ({ ballot, mine }: { ballot: Ballot; mine: Mine }) => {
  const t = useWords()
  const { lang } = useLang()
  const [shown, setShown] = useState(false)
  const segments = ballot.declared.segments
  const line = `${mine.entry} ${mine.together ?? '-'} ${mine.weights === null ? '!' : mine.weights.join(',')}`
  const fate = mine.fate === null ? words.fate_waiting : words[`fate_${mine.fate}`]
  return (
    <>
      <div className="flex items-center gap-4">
        <StatusIcon kind={mine.fate === null ? 'waiting' : mine.fate === 'wait' ? 'info' : 'success'} size={64} />
        <div className="min-w-0">
          <p className="text-20 font-bold">{t(fate)}</p>
          {mine.fate === 'drawn' && mine.segment ? (
            <p className="text-soft">{t(words.in_segment, { segment: segmentText(ballot, mine.segment, lang) })}</p>
          ) : null}
          {mine.code === null ? null : (
            <p>
              {t(words.wait_code)} <span className="display text-28">{countText(mine.code)}</span>
            </p>
          )}
        </div>
      </div>
      {mine.code === null ? null : <p className="text-14 text-soft">{t(words.wait_code_text)}</p>}
      {mine.fate === null ? null : (
        <ButtonLink look="plain" wide href={path.queryDetail({ _key: mine.key })}>
          {t(words.to_status)}
        </ButtonLink>
      )}
      <div>
        <h3 className="mb-1.5 text-14 font-medium text-soft">{t(words.why)}</h3>
        <ul className="grid gap-1">
          {mine.why.map((why) => (
            <li key={why}>{why}</li>
          ))}
          {mine.together ? <li>{t(words.in_group)}</li> : null}
        </ul>
      </div>
      {mine.weights === null || segments.length < 2 ? null : (
        <div>
          <h3 className="text-14 font-medium text-soft">{t(words.tickets)}</h3>
          <Facts
            rows={segments.map(
              ({ name }, at) =>
                [
                  segmentText(ballot, name, lang),
                  mine.weights![at] === 0 ? (
                    <span key={name} className="font-normal text-soft">
                      {t(words.no_ticket)}
                    </span>
                  ) : (
                    t(words.n_tickets, { n: mine.weights![at] ?? 0 })
                  ),
                ] as const,
            )}
          />
        </div>
      )}
      <div>
        <h3 className="mb-1.5 text-14 font-medium text-soft">{t(words.own_line)}</h3>
        <HashText className="rounded bg-sunk p-3">{line}</HashText>
      </div>
      <details className="border-t border-line pt-1">
        <summary className="flex min-h-11 items-center font-medium text-strong">{t(words.how_known)}</summary>
        <p className="mb-3 text-14 text-soft">{t(words.how_known_text)}</p>
        <p className="text-14 text-soft">{t(words.key)}</p>
        <HashText>{mine.key}</HashText>
        <p className="mt-3 flex items-center justify-between text-14 text-soft">
          {t(words.salt)}
          <button
            type="button"
            aria-pressed={shown}
            className="-my-2 min-h-11 min-w-11 rounded px-2 text-strong hover:bg-tint"
            onClick={() => setShown(!shown)}
          >
            {t(shown ? words.hide : words.show)}
          </button>
        </p>
        <HashText>{shown ? mine.salt : '•'.repeat(mine.salt.length)}</HashText>
      </details>
    </>
  )
}
