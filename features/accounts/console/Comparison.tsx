import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type MergeSide, consoleAccountsMerge, heldThings } from '../merging/merging.contract.ts'
import { heldWords, mergeWords as words } from '../merging/merging.words.ts'

type Props = { accounts: readonly MergeSide[]; obstacle: string | null; onMerged: (side: MergeSide) => void }

/** Two accounts side by side. */
export const Comparison = ({ accounts, obstacle, onMerged }: Props) => {
  const t = useWords()
  const merge = useCall(consoleAccountsMerge, { quiet: true })
  const [keep, setKeep] = useState<string>()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const gone = accounts.find(({ uid }) => String(uid) !== keep)
  const values = { keep: keep ?? '', gone: gone?.uid ?? '' }
  const ask = () => {
    setTried(true)
    setRefused(undefined)
    setConfirming(keep !== undefined && reason.trim() !== '')
  }
  const write = async () => {
    try {
      onMerged(await merge.mutateAsync({ keep: Number(keep), gone: gone!.uid, reason }))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <>
      <Card>
        <SidesTable accounts={accounts} />
      </Card>
      {obstacle === null ? (
        <Card>
          <div className="grid gap-4">
            <RadioCards
              label={t(words.keep)}
              value={keep}
              columns={2}
              error={tried && keep === undefined ? t(words.keep) : undefined}
              options={accounts.map(({ uid, mobile }) => ({
                value: String(uid),
                label: t(words.keep_this, { n: uid }),
                description: mobile ?? t(words.none),
              }))}
              onChange={setKeep}
            />
            <TextInput
              label={t(words.reason)}
              hint={t(words.reason_hint)}
              value={reason}
              maxLength={200}
              error={tried && reason.trim() === '' ? t(words.reason_needed) : undefined}
              onChange={(event) => setReason(event.target.value)}
            />
            <Button look="danger" className="md:w-fit" onClick={ask}>
              {t(words.merge)}
            </Button>
          </div>
        </Card>
      ) : (
        <p role="alert" className="rounded bg-warning-tint px-4 py-3 text-warning-ink">
          {obstacle}
        </p>
      )}
      <AskDialog
        open={confirming}
        title={t(words.sure_title, values)}
        action={t(words.merge)}
        look="danger"
        busy={merge.isPending}
        refused={refused}
        onClose={() => setConfirming(false)}
        onDo={() => void write()}
      >
        <p>{t(words.sure_moves, values)}</p>
        <p>{t(words.sure_double)}</p>
        <p className="font-medium">{t(words.sure_final)}</p>
      </AskDialog>
    </>
  )
}

/** The facts of the accounts, one column for each account. */
const SidesTable = ({ accounts }: Pick<Props, 'accounts'>) => {
  const t = useWords()
  const { lang } = useLang()
  const rows = [
    [t(words.mobile), accounts.map(({ mobile }) => mobile ?? t(words.none))],
    [t(words.wechat), accounts.map(({ app }) => t(app ? words.bound : words.none))],
    [t(words.name), accounts.map(({ name }) => name ?? t(words.none))],
    [t(words.since), accounts.map(({ created_at }) => dateText(created_at, lang))],
    ...heldThings.map((thing) => [t(heldWords[thing]), accounts.map(({ held }) => countText(held[thing]))] as const),
  ] as const
  return (
    <table className="w-full table-fixed text-left">
      <thead>
        <tr className="border-b border-line">
          <th scope="col">
            <span className="sr-only">{t(words.compare)}</span>
          </th>
          {accounts.map(({ uid }) => (
            <th key={uid} scope="col" className="figures px-2 py-2 font-bold">
              {t(words.account, { n: uid })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(([label, values]) => (
          <tr key={label}>
            <th scope="row" className="py-2 font-normal text-soft">
              {label}
            </th>
            {values.map((value, at) => (
              <td key={at} className="figures break-words px-2 py-2">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
