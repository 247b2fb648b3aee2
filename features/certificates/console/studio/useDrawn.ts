import { useCallback, useMemo } from 'react'
import { useAsk } from '#ui/network/call.ts'
import { consoleCertificatesFonts } from '../../fonts/fonts.contract.ts'
import { fontsNamed } from '../../fonts/fonts.rules.ts'
import { reportFields, usualFields } from '../../rules.ts'
import type { Design } from '../../template/layers.rules.ts'
import { consoleCertificatesTry } from '../../template/studio.contract.ts'
import { type Trial, trialLink, trialValues, trials } from '../definitions/trials.ts'
import { usePainted } from './painted.ts'
import { useFindings } from './useFindings.ts'

/** Fills a design with values, and returns its picture, its possible fields, and its findings. */
export const useDrawnDesign = (given: { raceid: number; race: string; design: Design; trial: Trial }) => {
  const { raceid, race, design, trial } = given
  const fonts = useAsk(consoleCertificatesFonts, { raceid })
  const real = useAsk(
    consoleCertificatesTry,
    { raceid, kind: design.kind, ...(design.eventid === null ? {} : { eventid: design.eventid }) },
    { quiet: true, staleTime: Infinity },
  )
  const facts = real.data?.values
  const boxes = useMemo(() => design.layers.map(({ box }) => box), [design.layers])
  const faces = useMemo(() => fontsNamed(fonts.data?.items ?? [], { html: '', boxes }), [fonts.data, boxes])
  const valuesOf = useCallback((one: Trial) => trialValues(one, race, design.map, facts), [race, design.map, facts])
  const values = useMemo(() => valuesOf(trial), [valuesOf, trial])
  const known = useMemo(() => new Set([...usualFields, ...reportFields, ...Object.keys(facts ?? {})]), [facts])
  const { width, height, bg } = design
  const painted = usePainted(
    useMemo(
      () => ({ width, height, bg, boxes, values, fonts: faces, link: trialLink() }),
      [width, height, bg, boxes, values, faces],
    ),
  )
  const checked = useFindings({
    design,
    known,
    trials: useMemo(() => trials.map(valuesOf), [valuesOf]),
    fonts: faces,
    link: trialLink(),
  })

  const troubled = useMemo(() => new Set(checked.findings.flatMap(({ key }) => (key === null ? [] : [key]))), [checked])
  return {
    boxes,
    faces,
    families: [...new Set(fonts.data?.items.map(({ family }) => family))],
    fields: Object.keys(facts ?? {}),
    known,
    valuesOf,
    values,
    painted,
    checked,
    troubled,
    link: trialLink(),
  }
}
