import { Link2, Repeat, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { path } from '#seam/web/paths.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip, ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { useGo } from '#ui/router/Link.tsx'
import { type ClubDesk, type ClubMember, clubPay, clubRemove } from '../desk/desk.contract.ts'
import { memberStates } from '../people/members.rules.ts'
import { clubWords as words } from './club.words.ts'
import { SwapDialog } from './SwapDialog.tsx'

type Props = { raceid: number; desk: ClubDesk; onChange: () => void }
const tones = { waiting: 'warning', ready: 'info', unpaid: 'warning', entered: 'success', left: 'plain' } as const
const MOST = 50

const linkOf = (raceid: number, { _key }: ClubMember): string =>
  new URL(path.clubEntry({ raceid, _key: _key ?? '' }), location.href).href

export const PeopleCard = ({ raceid, desk, onChange }: Props) => {
  const t = useWords()
  const [state, setState] = useState<ClubMember['state']>()
  const [removing, setRemoving] = useState<ClubMember>()
  const [swapping, setSwapping] = useState<ClubMember>()
  const { members } = desk
  const shown = members.filter((one) => state === undefined || one.state === state)
  const linked = members.filter(({ _key, state: is }) => _key !== null && is === 'waiting')
  const copy = (text: string) => void navigator.clipboard?.writeText(text).then(() => toastSuccess(t(words.copied)))
  return (
    <Card title={t(words.people)}>
      {members.length === 0 ? <Empty title={t(words.nobody)} description={t(words.nobody_how)} /> : null}
      {members.length > 0 ? (
        <>
          <div className="mb-3 flex flex-wrap gap-2">
            <ChoiceChip chosen={state === undefined} onClick={() => setState(undefined)}>
              {t(words.all, { n: members.length })}
            </ChoiceChip>
            {memberStates.flatMap((one) => {
              const n = members.filter((member) => member.state === one).length
              return n === 0
                ? []
                : [
                    <ChoiceChip key={one} chosen={state === one} onClick={() => setState(one)}>
                      {t(words[one])} {n}
                    </ChoiceChip>,
                  ]
            })}
          </div>
          <PayBar raceid={raceid} desk={desk} onChange={onChange} />
          {linked.length > 0 && !desk.closed ? (
            <Button
              look="quiet"
              className="-ml-3 px-3 text-14"
              icon={<Link2 className="size-4" aria-hidden />}
              onClick={() => copy(linked.map((one) => `${one.name} ${linkOf(raceid, one)}`).join('\n'))}
            >
              {t(words.copy_all)}
            </Button>
          ) : null}
          <ul className="-mx-4 divide-y divide-line md:-mx-6">
            {shown.map((one) => (
              <MemberLine
                key={one.id}
                one={one}
                closed={desk.closed}
                onCopy={() => copy(linkOf(raceid, one))}
                onRemove={() => setRemoving(one)}
                onSwap={() => setSwapping(one)}
              />
            ))}
          </ul>
        </>
      ) : null}
      {removing ? (
        <RemoveDialog
          raceid={raceid}
          id={desk.id}
          one={removing}
          onClose={() => setRemoving(undefined)}
          onChange={onChange}
        />
      ) : null}
      {swapping ? (
        <SwapDialog
          raceid={raceid}
          id={desk.id}
          one={swapping}
          onClose={() => setSwapping(undefined)}
          onChange={onChange}
        />
      ) : null}
    </Card>
  )
}

type LineProps = { one: ClubMember; closed: boolean; onCopy: () => void; onRemove: () => void; onSwap: () => void }
const MemberLine = ({ one, closed, onCopy, onRemove, onSwap }: LineProps) => {
  const t = useWords()
  const removable = ['waiting', 'ready', 'left'].includes(one.state)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 md:px-6">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{one.name}</span>
          <Chip tone={tones[one.state]}>{t(words[one.state])}</Chip>
        </p>
        <p className="figures text-14 text-soft">
          <Dotted text={[one.event, one.idnum, one.mobile].join(' · ')} />
        </p>
        {one.replaces ? <p className="text-14 text-soft">{t(words.replaces, { name: one.replaces })}</p> : null}
        {one.lacks.length > 0 ? (
          <p className="text-14 text-warning-ink">{t(words.lacks, { names: one.lacks.join('、') })}</p>
        ) : null}
      </div>
      <div className="-mr-2 ml-auto flex">
        {one._key && !closed && one.state !== 'left' ? (
          <IconButton label={t(words.copy_of, { name: one.name })} onClick={onCopy}>
            <Link2 className="size-5" aria-hidden />
          </IconButton>
        ) : null}
        {one.swappable ? (
          <IconButton label={t(words.swap_of, { name: one.name })} onClick={onSwap}>
            <Repeat className="size-5" aria-hidden />
          </IconButton>
        ) : null}
        {removable ? (
          <IconButton label={t(words.remove_of, { name: one.name })} onClick={onRemove}>
            <Trash2 className="size-5" aria-hidden />
          </IconButton>
        ) : null}
      </div>
    </li>
  )
}

const PayBar = ({ raceid, desk, onChange }: Props) => {
  const t = useWords()
  const go = useGo()
  const pay = useCall(clubPay, { quiet: true })
  const [refused, setRefused] = useState<Refused>()
  const ready = desk.members.filter(({ state, replaces }) => state === 'ready' && replaces === null)
  if (ready.length === 0 || desk.closed) return null
  const some = ready.slice(0, MOST)
  const start = async () => {
    setRefused(undefined)
    try {
      const { _key, payable } = await pay.mutateAsync({ raceid, id: desk.id, members: some.map(({ id }) => id) })
      onChange()
      if (payable === 1) go(path.pay({ _key }))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
      onChange()
    }
  }
  const about = typeof refused?.facts.name === 'string' ? `${refused.facts.name}: ` : ''
  return (
    <div className="mb-3 grid gap-2">
      {about ? (
        <p role="alert" className="text-danger-ink">
          {about}
          {refused?.msg}
        </p>
      ) : (
        <Refusal refused={refused} />
      )}
      {refused && Object.keys(refused.fields).length > 0 ? (
        <ul className="text-14 text-danger-ink">
          {Object.entries(refused.fields).map(([field, sentence]) => (
            <li key={field}>{sentence}</li>
          ))}
        </ul>
      ) : null}
      <Button busy={pay.isPending} onClick={() => void start()}>
        {t(words.pay, { n: some.length })}
      </Button>
      {ready.length > MOST ? <p className="text-14 text-soft">{t(words.pay_most)}</p> : null}
    </div>
  )
}

type RemoveProps = { raceid: number; id: number; one: ClubMember; onClose: () => void; onChange: () => void }
const RemoveDialog = ({ raceid, id, one, onClose, onChange }: RemoveProps) => {
  const t = useWords()
  const remove = useCall(clubRemove, { quiet: true })
  const [refused, setRefused] = useState<Refused>()
  return (
    <AskDialog
      title={t(words.remove_sure, { name: one.name })}
      action={t(words.remove)}
      look="danger"
      busy={remove.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() =>
        remove.mutate(
          { raceid, id, member: one.id },
          {
            onSuccess: () => {
              toastSuccess(t(words.removed))
              onChange()
              onClose()
            },
            onError: (thrown) => setRefused(refusedFrom(thrown)),
          },
        )
      }
    >
      <p className="text-soft">{t(words.remove_how)}</p>
    </AskDialog>
  )
}
