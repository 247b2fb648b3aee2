import { Printer } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useObjectUrl } from '#ui/media/useObjectUrl.ts'
import type { HallView } from '../contract.ts'
import { sheetFor } from '../rules.ts'
import { hallWords as words } from './hall.words.ts'
import { printOn } from './onPaper.ts'
import { testPicture } from './testPicture.ts'

type Props = {
  view: HallView
  /** True on a screen, which the picture fills. */ fills?: boolean
  /** Runs when the time of the picture is over. */
  onOver: () => void
}
/** The picture by which staff see that a screen or a printer works. */
export const TestPicture = ({ view, fills = false, onOver }: Props) => {
  const t = useWords()
  const [busy, setBusy] = useState(false)
  const left = view.test?.left_ms ?? 0
  const over = useEffectEvent(onOver)
  useEffect(() => {
    const timer = setTimeout(() => over(), left)
    return () => clearTimeout(timer)
  }, [left])
  const { paper } = view.settings
  const size = useMemo(() => {
    if (fills) return { width: innerWidth, height: innerHeight }
    const sheet = sheetFor(paper, 1280, 1810)
    return { width: 1280, height: Math.round((1280 * sheet.height) / sheet.width) }
  }, [fills, paper])
  const { name } = view.station
  const [title, edges] = [t(words.test), t(words.test_edges)]
  const picture = useMemo(
    () =>
      new Blob([testPicture(size.width, size.height, [name, title, edges, `${size.width} × ${size.height}`])], {
        type: 'image/svg+xml',
      }),
    [size, name, title, edges],
  )
  const address = useObjectUrl(picture)
  const print = async () => {
    if (!address) return
    setBusy(true)
    await printOn(address, sheetFor(paper, size.width, size.height))
    setBusy(false)
  }
  if (fills)
    return (
      <>
        <h1 className="sr-only">{`${title} · ${name}`}</h1>
        <img src={address} alt="" className="size-full" />
      </>
    )
  return (
    <div className="flex flex-wrap items-end gap-4">
      <img src={address} alt={title} className="h-56 rounded border border-line" />
      <Button icon={<Printer className="size-5" aria-hidden />} busy={busy} onClick={() => void print()}>
        {t(words.test_print)}
      </Button>
    </div>
  )
}
