import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Field } from '#ui/form/Field.tsx'
import { MoneyInput, NumberInput } from '#ui/form/NumberInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type ConsoleSet, consoleCardsSave } from '../contract.ts'
import { cardChanceActions } from '../rules.ts'
import { cardsIn, keptOf, cardLinesOf, withFormer } from './lines.rules.ts'
import { setWords as words } from './sets.words.ts'

const sample = '🌉 桥 40% 5000\n🗼 塔 30% 4000\n🌸 樱花 20% 2000\n🐉 龙舟 10% 500'
type Props = { raceid: number; set: ConsoleSet | undefined; onClose: () => void; onSaved: () => void }
/** The form of a set. Each card is a line of text. */
export const SetForm = ({ raceid, set, onClose, onSaved }: Props) => {
  const t = useWords()
  const save = useCall(consoleCardsSave, { quiet: true })
  const [refused, setRefused] = useState<Refused>()
  const [name, setName] = useState(set?.name ?? '')
  const [about, setAbout] = useState({ ...set?.abouts, 'zh-cn': set?.about ?? '' })
  const [daily, setDaily] = useState(set?.daily ?? 1)
  const [chances, setChances] = useState(set?.chances ?? {})
  const [gift, setGift] = useState({
    name: set?.gift.name ?? '',
    value: set?.gift.value ?? 0,
    pieces: set?.gift.pieces ?? 100,
  })
  const [lines, setLines] = useState(set ? cardLinesOf(set.kinds) : sample)
  const [published, setPublished] = useState(false)
  const cards = cardsIn(lines)
  const send = async () => {
    if (typeof cards === 'number') return
    setRefused(undefined)
    const { 'zh-cn': said, ...abouts } = about
    const former = set && keptOf(set, name, gift.name)
    try {
      await save.mutateAsync({
        raceid,
        ...(set ? { id: set.id, updated_at: set.updated_at, ...former?.kept } : {}),
        name,
        about: said,
        abouts,
        daily,
        chances,
        gift: {
          way: 'scan',
          settings: {},
          icon: '',
          ...(set ? { way: set.gift.way, settings: set.gift.settings, ...former?.gift } : {}),
          ...gift,
        },
        kinds: withFormer(cards, set?.kinds ?? []),
        published,
      })
      toastSuccess(t(words.saved))
      onSaved()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      wide
      title={set ? set.name : t(words.write)}
      action={t(words.save)}
      busy={save.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void send()}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextInput
          label={t(words.name)}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
        />
        <NumberInput label={t(words.daily)} min={0} max={20} value={daily} onChange={setDaily} />
        {cardChanceActions.map((deed) => (
          <NumberInput
            key={deed}
            label={t(words[deed])}
            min={0}
            max={100}
            value={chances[deed] ?? 0}
            onChange={(n) => setChances({ ...chances, [deed]: n })}
          />
        ))}
        <TextInput
          label={t(words.gift)}
          value={gift.name}
          maxLength={60}
          onChange={(event) => setGift({ ...gift, name: event.target.value })}
        />
        <MoneyInput label={t(words.value)} value={gift.value} onChange={(value) => setGift({ ...gift, value })} />
        <NumberInput
          label={t(words.giftPieces)}
          min={0}
          value={gift.pieces}
          onChange={(pieces) => setGift({ ...gift, pieces })}
        />
      </div>
      <WordsInput
        long
        label={t(words.about)}
        max={2000}
        value={about}
        onChange={(given) => setAbout({ 'zh-cn': '', ...given })}
      />
      <Field label={t(words.cards)} error={typeof cards === 'number' ? t(words.cardsWrong, { n: cards }) : undefined}>
        {(control) => (
          <textarea
            {...control}
            className="field figures min-h-40"
            value={lines}
            onChange={(event) => setLines(event.target.value)}
          />
        )}
      </Field>
      <Checkbox checked={published} onChange={(event) => setPublished(event.target.checked)}>
        {t(words.publish)}
      </Checkbox>
    </AskDialog>
  )
}
