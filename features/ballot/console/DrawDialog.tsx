import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import {
  type DrawEvent,
  type StaffBallot,
  consoleBallotsCancel,
  consoleBallotsFreeze,
  consoleBallotsPublish,
  consoleBallotsSeed,
} from '../console.contract.ts'
import { HashText } from '../web/HashFact.tsx'
import { ballotDrawWords as words } from './draw.words.ts'
import { type OpenOrder, OpenOrders } from './OpenOrders.tsx'

export type DrawAsking = { what: 'freeze' | 'publish' | 'cancel' } | { what: 'seed'; number: string }
type Props = { ballot: StaffBallot; event: DrawEvent; asking: DrawAsking; onClose: () => void; onDone: () => void }

/** The question before a step that staff cannot undo. */
export const DrawDialog = ({ ballot, event, asking, onClose, onDone }: Props) => {
  const t = useWords()
  const [freeze, publish, cancel, seed] = [
    useCall(consoleBallotsFreeze),
    useCall(consoleBallotsPublish),
    useCall(consoleBallotsCancel),
    useCall(consoleBallotsSeed),
  ]
  const [why, setWhy] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const key = { raceid: ballot.raceid, id: ballot.id }
  const doIt = async () => {
    setRefused(undefined)
    try {
      if (asking.what === 'freeze') await freeze.mutateAsync(key)
      else if (asking.what === 'publish') await publish.mutateAsync(key)
      else if (asking.what === 'seed') await seed.mutateAsync({ ...key, number: asking.number })
      else await cancel.mutateAsync({ ...key, why: why.trim() })
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const says = {
    freeze: t(words.freezeText, { n: countText(event.prepaid ? event.paid : event.entrants) }),
    publish: t(words.publishText, {
      won: countText((ballot.counts.drawn ?? 0) + (ballot.counts.direct ?? 0)),
      wait: countText(ballot.counts.wait ?? 0),
    }),
    cancel: t(words.cancelText),
    seed: t(words.numberText),
  }
  const title = asking.what === 'seed' ? words.enterNumber : words[asking.what]
  const busy = freeze.isPending || publish.isPending || cancel.isPending || seed.isPending
  return (
    <AskDialog
      title={t(title)}
      action={t(title)}
      look={asking.what === 'cancel' ? 'danger' : 'strong'}
      busy={busy}
      disabledReason={asking.what === 'cancel' && why.trim() === '' ? t(words.whyMissing) : undefined}
      refused={refused}
      onClose={onClose}
      onDo={() => void doIt()}
    >
      <p>{says[asking.what]}</p>
      {refused?.refusal === 'ballot_orders_open' ? (
        <OpenOrders
          raceid={ballot.raceid}
          orders={(refused.facts.orders ?? []) as OpenOrder[]}
          onClosed={() => void doIt()}
        />
      ) : null}
      {asking.what === 'seed' ? <HashText className="rounded bg-sunk p-3">{asking.number}</HashText> : null}
      {asking.what === 'cancel' ? (
        <TextInput label={t(words.why)} value={why} maxLength={200} onChange={(typed) => setWhy(typed.target.value)} />
      ) : null}
    </AskDialog>
  )
}
