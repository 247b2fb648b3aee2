import { type FormEvent, useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { type MergeSide, consoleAccountsShow } from '../merging/merging.contract.ts'
import { mergeWords as words } from '../merging/merging.words.ts'
import { Comparison } from './Comparison.tsx'

type Compared = { accounts: readonly MergeSide[]; obstacle: string | null }

/** The page on which staff merge two accounts of one person. */
export const AccountsPage = () => {
  const t = useWords()
  const { first: given } = usePageParams()
  const compare = useCall(consoleAccountsShow, { quiet: true })
  const [first, setFirst] = useState(given ?? '')
  const [second, setSecond] = useState('')
  const [compared, setCompared] = useState<Compared>()
  const [merged, setMerged] = useState<number>()
  const [refused, setRefused] = useState<Refused>()
  const look = async (event: FormEvent) => {
    event.preventDefault()
    setCompared(undefined)
    setMerged(undefined)
    setRefused(undefined)
    try {
      setCompared(await compare.mutateAsync({ first, second }))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <DeskPage title={t(words.title)} narrow>
      <Card>
        <form noValidate className="grid gap-4" onSubmit={(event) => void look(event)}>
          <p className="text-soft">{t(words.description)}</p>
          <div className="grid gap-4 md:grid-cols-2">
            <TextInput
              label={t(words.first)}
              hint={t(words.hint)}
              value={first}
              error={refused?.fields.first}
              autoComplete="off"
              maxLength={40}
              onChange={(event) => setFirst(event.target.value)}
            />
            <TextInput
              label={t(words.second)}
              hint={t(words.hint)}
              value={second}
              error={refused?.fields.second}
              autoComplete="off"
              maxLength={40}
              onChange={(event) => setSecond(event.target.value)}
            />
          </div>
          {refused && Object.keys(refused.fields).length === 0 ? <Refusal refused={refused} /> : null}
          <Button type="submit" look={compared ? 'plain' : 'strong'} busy={compare.isPending} className="md:w-fit">
            {t(words.compare)}
          </Button>
        </form>
      </Card>
      {merged === undefined ? null : (
        <div role="status" className="rounded bg-success-tint px-4 py-3 text-success-ink">
          <p className="font-medium">{t(words.merged, { n: merged })}</p>
          <p>{t(words.merged_text)}</p>
        </div>
      )}
      {compared ? (
        <Comparison
          key={compared.accounts.map(({ uid }) => uid).join()}
          {...compared}
          onMerged={(side) => {
            setCompared(undefined)
            setMerged(side.uid)
            setFirst('')
            setSecond('')
          }}
        />
      ) : null}
    </DeskPage>
  )
}
