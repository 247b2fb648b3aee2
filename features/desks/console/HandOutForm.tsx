import { useRef, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useTypedAnywhere } from '#ui/form/useTypedAnywhere.ts'
import { useWords } from '#ui/language/lang.tsx'
import { SignaturePad, unsigned } from '#ui/media/SignaturePad.tsx'
import type { Pack } from '../contract.ts'
import { isPackBarred, packLackWords } from '../pack.rules.ts'
import type { PackProps } from './usePickup.ts'
import { pickupWords as words } from './pickup.words.ts'
import { SizeChoice } from './SizeChoice.tsx'

type Lack = (typeof packLackWords)[number]
const isLack = (word: Pack['missing'][number]): word is Lack => packLackWords.some((lack) => lack === word)

/**
 * The form that hands a pack out. It asks for size, stack number and signature if the desk needs them. The form is
 * absent while the pack is barred, or if only another desk may hand the pack out.
 */
export const HandOutForm = ({ pack, desk, proxy, work }: PackProps) => {
  const t = useWords()
  const [size, setSize] = useState(pack.size)
  const [bib, setBib] = useState('')
  const [anyway, setAnyway] = useState(false)
  const [signature, setSignature] = useState(unsigned)
  const asksBib = desk?.preset === 'numbers' && pack.bib === null
  const lacks = pack.missing.filter(isLack).filter((word) => word !== 'bib' || !asksBib)
  const waived = proxy?.unchecked ? [...lacks, 'proxy' as const] : lacks
  if (isPackBarred(pack.missing) || pack.elsewhere) return null
  const counted = pack.sizes.find((one) => one.size === size)
  const isGone = counted !== undefined && counted.left <= 0
  const isReady =
    !isGone &&
    (waived.length === 0 || anyway) &&
    (!asksBib || bib.trim() !== '') &&
    (!desk?.signature || signature.strokes !== '')
  const sign = () =>
    void work.write({
      kind: 'pack',
      id: pack.id,
      ...(size !== null && size !== pack.size ? { size } : {}),
      ...(asksBib ? { bib: bib.trim() } : {}),
      ...(proxy ? { proxy: proxy.key } : {}),
      ...(waived.length > 0 ? { despite: waived } : {}),
      ...(desk?.signature ? { strokes: signature.strokes } : {}),
    })
  return (
    <form
      className="mt-4 grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !work.busy) sign()
      }}
    >
      {asksBib ? <StackBib value={bib} onChange={setBib} /> : null}
      {pack.sizes.length > 0 ? <SizeChoice label={t(words.sizes)} pack={pack} size={size} onChange={setSize} /> : null}
      {waived.length > 0 ? (
        <Checkbox checked={anyway} onChange={({ target }) => setAnyway(target.checked)}>
          {t(words.anyway)}
        </Checkbox>
      ) : null}
      {desk?.signature ? (
        <SignaturePad
          drawOnly
          label={t(words.signature)}
          value={signature}
          signer={proxy?.name || pack.name}
          onChange={setSignature}
        />
      ) : null}
      <Button
        type="submit"
        wide
        busy={work.busy}
        disabled={!isReady && !isGone}
        disabledReason={isGone ? t(words.size_out, { size: counted.size }) : undefined}
        className="min-h-16! text-20!"
      >
        {t(words.sign)}
      </Button>
    </form>
  )
}

/** The field for the next bib of the stack. The desk has found the runner already, so the next scan is this bib. */
const StackBib = ({ value, onChange }: { value: string; onChange: (bib: string) => void }) => {
  const t = useWords()
  const field = useRef<HTMLInputElement>(null)
  useTypedAnywhere(field)
  return (
    <TextInput
      ref={field}
      label={t(words.next_bib)}
      hint={t(words.next_bib_hint)}
      value={value}
      maxLength={13}
      autoCapitalize="characters"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
