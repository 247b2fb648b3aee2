import { useState } from 'react'
import { path } from '#seam/web/paths.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { LinkDialog } from '#ui/feedback/LinkDialog.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type CardKind, type MyState, fucardDemand, fucardGiving } from '../contract.ts'
import { CardFace } from './CardFace.tsx'
import { cardWords as words } from './cards.words.ts'

type Props = {
  raceid: number
  setid: number
  kind: CardKind
  own: MyState['own'][number] | undefined
  onClose: () => void
}
export const CardDialog = ({ raceid, setid, kind, own, onClose }: Props) => {
  const t = useWords()
  const giving = useCall(fucardGiving, { quiet: true })
  const asking = useCall(fucardDemand, { quiet: true })
  const [name, setName] = useState('')
  const [made, setMade] = useState<{ token: string; gives: boolean }>()
  const [refused, setRefused] = useState<Refused>()
  const free = (own?.n ?? 0) - (own?.offered ?? 0)
  const run = async (work: () => Promise<void>) => {
    setRefused(undefined)
    try {
      await work()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const input = { raceid, id: setid, card: kind.card }
  const offer = () =>
    run(async () => setMade({ token: (await giving.mutateAsync({ ...input, name })).token, gives: true }))
  const ask = () =>
    run(async () => setMade({ token: (await asking.mutateAsync({ ...input, name })).token, gives: false }))
  const stop = () =>
    run(async () => {
      await giving.mutateAsync({ ...input, stop: true })
      onClose()
    })
  if (made)
    return (
      <LinkDialog
        title={t(made.gives ? words.giveTitle : words.askTitle)}
        description={t(made.gives ? words.giveHow : words.askHow)}
        link={`${location.origin}${path.cardLink(made.gives ? { gift: made.token } : { ask: made.token })}`}
        onClose={onClose}
      />
    )
  return (
    <Dialog open onClose={onClose} title={kind.name}>
      <div className="grid justify-items-center gap-4 py-2">
        <CardFace kind={kind} n={own?.n ?? 0} large />
        <div className="grid w-full gap-3">
          <TextInput
            label={t(words.yourName)}
            optional
            maxLength={20}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Refusal refused={refused} />
          {free > 0 ? (
            <Button wide busy={giving.isPending} onClick={() => void offer()}>
              {t(words.give)}
            </Button>
          ) : null}
          <Button wide look={free > 0 ? 'plain' : 'strong'} busy={asking.isPending} onClick={() => void ask()}>
            {t(words.ask)}
          </Button>
          {own && own.offered > 0 ? (
            <>
              <p className="text-center text-14 text-soft">{t(words.offered, { n: own.offered })}</p>
              <Button wide look="quiet" onClick={() => void stop()}>
                {t(words.stop)}
              </Button>
            </>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}
