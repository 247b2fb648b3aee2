import { useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { consoleLuckydrawsWinners } from '../console.contract.ts'
import { luckeyAward } from '../contract.ts'
import { prizeWords } from '../prizes/prizes.words.ts'
import { consoleWords as words } from './draws.words.ts'

/** The newest winners of draws or of card sets, with handing out by code and the export of the whole list. */
export const WinnersCard = ({ raceid, room = 'luckydraws' }: { raceid: number; room?: 'luckydraws' | 'cards' }) => {
  const t = useWords()
  const list = useAsk(consoleLuckydrawsWinners, { raceid, room, limit: 50 }, { quiet: true, refetchInterval: 10_000 })
  const award = useCall(luckeyAward, { quiet: true })
  const [code, setCode] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const hand = async () => {
    setRefused(undefined)
    try {
      const { prize } = await award.mutateAsync({ raceid, code })
      toastSuccess(t(words.handed, { prize: prize.name }))
      setCode('')
      void list.refetch()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const items = list.data?.items ?? []
  return (
    <Card title={t(words.winners)} aside={<ExportButton raceid={raceid} table="prizes" filter={{ room }} />}>
      <form
        className="mb-4 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void hand()
        }}
      >
        <TextInput
          label={t(words.code)}
          value={code}
          maxLength={300}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" look="plain" busy={award.isPending}>
          {t(words.award)}
        </Button>
      </form>
      <Refusal refused={refused} />
      {items.length === 0 ? <p className="text-soft">{t(words.noWinners)}</p> : null}
      <ul className="divide-y divide-line">
        {items.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <span className="min-w-0 flex-[1_1_14rem]">
              <span className="font-medium">{[one.winner, one.bib].filter(Boolean).join(' · ') || '—'}</span>
              <span className="block text-14 text-soft">
                {[`${one.icon} ${one.name}`, one.contact_mask].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Chip>{t(prizeWords[one.way])}</Chip>
            <Chip tone={one.state === 'won' || one.state === 'claimed' ? 'info' : 'plain'}>
              {t(prizeWords[one.state])}
            </Chip>
          </li>
        ))}
      </ul>
    </Card>
  )
}
