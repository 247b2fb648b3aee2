import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { refusedFrom, useCall } from '#ui/network/call.ts'
import { CanvasHolder } from '#ui/media/CanvasHolder.tsx'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { Design } from '../../template/layers.rules.ts'
import { consoleCertificatesTry } from '../../template/studio.contract.ts'
import { drawCertificate } from '../../web/draw.ts'
import type { CertificateSheet } from '../../web/sheet.ts'
import { PaintFault } from '../studio/PaintFault.tsx'
import { words } from '../studio/studio.words.ts'
import { type Trial, mapped, trials } from './trials.ts'

type Props = {
  raceid: number
  design: Design
  valuesOf: (trial: Trial) => Readonly<Record<string, string>>
  fonts: CertificateSheet['fonts']
  link: string
  onClose: () => void
}

/** The certificate as the runner's device will paint it, for the chosen test person or a real runner. */
export const PreviewDialog = ({ raceid, design, valuesOf, fonts = [], link, onClose }: Props) => {
  const t = useWords()
  const [trial, setTrial] = useState<Trial | 'real'>('short')
  const [bib, setBib] = useState('')
  const real = useCall(consoleCertificatesTry)
  const [drawn, setDrawn] = useState<{ canvas?: HTMLCanvasElement; error?: unknown }>({})
  const given =
    trial === 'real'
      ? real.data && { values: mapped(real.data.values, design.map), link: real.data.link }
      : { values: valuesOf(trial), link }
  const ask = () =>
    real.mutate({
      raceid,
      kind: design.kind,
      ...(design.eventid === null ? {} : { eventid: design.eventid }),
      ...(bib.trim() ? { bib } : {}),
    })
  const drawGiven = useEffectEvent(() => {
    const { width, height, bg, layers } = design
    return (
      given &&
      drawCertificate({
        width,
        height,
        bg,
        html: '',
        boxes: layers.map(({ box }) => box),
        values: given.values,
        photo: null,
        fonts,
        link: given.link,
      })
    )
  })
  useEffect(() => {
    let gone = false
    drawGiven()?.then(
      ({ canvas }) => gone || setDrawn({ canvas }),
      (error: unknown) => gone || setDrawn({ error }),
    )
    return () => void (gone = true)
  }, [trial, real.data, design])
  return (
    <Dialog open wide onClose={onClose} title={t(words.preview_title)}>
      <div className="grid gap-4 pb-4">
        <div role="group" aria-label={t(words.trial)} className="flex flex-wrap gap-2">
          {[...trials, 'real' as const].map((value) => (
            <ChoiceChip
              key={value}
              chosen={value === trial}
              onClick={() => {
                setTrial(value)
                if (value === 'real' && !real.data) ask()
              }}
            >
              {t(words.trials[value])}
            </ChoiceChip>
          ))}
        </div>
        {trial === 'real' ? (
          <form
            className="flex items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              ask()
            }}
          >
            <TextInput
              className="min-w-0 flex-1"
              label={t(words.bib)}
              hint={t(words.bib_hint)}
              error={real.error ? refusedFrom(real.error).msg : undefined}
              value={bib}
              maxLength={40}
              onChange={(event) => setBib(event.target.value)}
            />
            <Button type="submit" look="plain" busy={real.isPending} className={real.error ? 'mb-14' : 'mb-7'}>
              {t(words.show)}
            </Button>
          </form>
        ) : null}
        {drawn.error ? <PaintFault error={drawn.error} /> : null}
        {drawn.canvas && !drawn.error && given ? (
          <CanvasHolder
            canvas={drawn.canvas}
            alt={t(words.as_runner)}
            className="mx-auto w-full overflow-hidden rounded shadow-card"
            fit="block w-full"
          />
        ) : null}
      </div>
    </Dialog>
  )
}
