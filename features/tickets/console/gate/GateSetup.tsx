import { useState } from 'react'
import { EnrolForm } from '#features/desks/console/offline/EnrolForm.tsx'
import { consoleDesksList } from '#features/desks/setup/setup.contract.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { path } from '#seam/console/paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { consoleTicketsGate } from '../../gate.contract.ts'
import { type Direction, directions } from '../../gate.rules.ts'
import { words } from './gate.words.ts'
import type { Gate, GatePhase } from './useGate.ts'

type Props = { raceid: number; gate: Gate; erased: Extract<GatePhase, { name: 'none' }>['erased'] }
/** The form that registers this device at a gate. It asks for a name, the direction, the kind of tickets, and a PIN. */
export const GateSetup = ({ raceid, gate, erased }: Props) => {
  const t = useWords()
  const { may } = useMe(raceid)
  const desks = useAsk(consoleDesksList, { raceid })
  const kinds = useAsk(consoleTicketsGate, { raceid }, { quiet: true }).data?.kinds ?? []
  const [direction, setDirection] = useState<Direction>('in')
  const [goodsid, setGoodsid] = useState('')
  const gates = desks.data?.items.filter(({ preset }) => preset === 'gate')
  return (
    <>
      {erased ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {t(words[`erased_${erased}`])}
        </p>
      ) : null}
      {desks.error && !gates ? <ErrorState error={desks.error} onRetry={() => void desks.refetch()} /> : null}
      {!gates && !desks.error ? <SkeletonCards count={1} className="h-96" /> : null}
      {gates?.length === 0 ? (
        <Card>
          <Empty
            title={t(words.no_gates)}
            description={t(words.no_gates_text)}
            action={
              may('desk.manage') ? <ButtonLink href={path.desks({ raceid })}>{t(words.make_gate)}</ButtonLink> : null
            }
          />
        </Card>
      ) : null}
      {gates && gates.length > 0 ? (
        <EnrolForm
          labels={{
            title: t(words.set_up),
            text: t(words.set_up_text),
            desk: t(words.choose_gate),
            name: t(words.name),
            name_hint: t(words.name_hint),
            start: t(words.start),
          }}
          desks={gates}
          chosen={undefined}
          onEnrol={(deskid, name, pin) =>
            gate.setUp(deskid, { name, direction, goodsid: Number(goodsid) || null }, pin)
          }
        >
          <Select
            label={t(words.direction)}
            value={direction}
            options={directions.map((value) => ({ value, label: t(words[value]) }))}
            onChange={({ target }) => setDirection(target.value as Direction)}
          />
          <Select
            label={t(words.kind)}
            value={goodsid}
            options={[
              { value: '', label: t(words.every) },
              ...kinds.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ target }) => setGoodsid(target.value)}
          />
        </EnrolForm>
      ) : null}
    </>
  )
}
