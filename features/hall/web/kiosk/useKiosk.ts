import { useCallback, useEffect, useRef, useState } from 'react'
import { readTyped } from '#features/desks/typed.rules.ts'
import { type ReportRow, timingQuery, timingReportsFetch } from '#features/results/contract.ts'
import type { ResultAnswer } from '#features/results/web/report/ResultHero.tsx'
import { type Refused, call, refusedFrom } from '#ui/network/call.ts'

/** The seconds without a touch after which the kiosk returns to its start. */
export const IDLE_SECONDS = 20
const CHOICES = 6
/** The largest number of characters of a scanned text. */
export const LONGEST = 300

export type KioskView =
  | { name: 'start' }
  | { name: 'none'; q: string }
  | { name: 'several'; rows: readonly ReportRow[] }
  | { name: 'result'; answer: ResultAnswer }
  | { name: 'refused'; refused: Refused }

const isNobody = (thrown: unknown): boolean =>
  thrown instanceof Error && ['no_report', 'result_of_whom'].includes(refusedFrom(thrown).refusal ?? '')
const byAsking = async (input: Parameters<typeof call<typeof timingQuery>>[1]): Promise<KioskView | undefined> => {
  try {
    const answer = await call(timingQuery, input)
    return answer.report ? { name: 'result', answer } : undefined
  } catch (thrown) {
    if (isNobody(thrown)) return undefined
    throw thrown
  }
}
/** Finds the result that a typed bib or a scanned code means. A number without its letters may fit several runners. */
const lookUp = async (raceid: number, given: string): Promise<KioskView> => {
  const { key, bib } = readTyped(given)
  const q = given.length > 20 ? `${given.slice(0, 20)}…` : given
  if (key !== null) {
    const view = await byAsking({ id: key })
    // A code of another race finds no result in this hall.
    return view?.name === 'result' && view.answer.event.raceid === raceid ? view : { name: 'none', q: '' }
  }
  if (bib === null) return { name: 'none', q }
  const exact = await byAsking({ raceid, bib })
  if (exact) return exact
  const { items } = await call(timingReportsFetch, { raceid, q: bib, limit: 20 })
  const rows = items.filter((row) => row.bib.toUpperCase().endsWith(bib)).slice(0, CHOICES)
  const [only] = rows
  if (!only) return { name: 'none', q }
  return rows.length === 1 ? ((await byAsking({ id: only._key })) ?? { name: 'none', q }) : { name: 'several', rows }
}

/** Returns the state of a kiosk. The kiosk returns to its start after some seconds without a touch. */
export const useKiosk = (raceid: number, onStart: () => void) => {
  const [view, setView] = useState<KioskView>({ name: 'start' })
  const [busy, setBusy] = useState(false)
  const [left, setLeft] = useState(IDLE_SECONDS)
  const rest = useRef(IDLE_SECONDS)
  const turn = useRef(0)
  const wait = useCallback((seconds: number) => {
    rest.current = seconds
    setLeft(seconds)
  }, [])
  const run = useCallback(
    async (work: () => Promise<KioskView>) => {
      const own = ++turn.current
      setBusy(true)
      const next = await work().catch((thrown: unknown) => ({ name: 'refused' as const, refused: refusedFrom(thrown) }))
      if (own !== turn.current) return
      wait(IDLE_SECONDS)
      setView(next)
      setBusy(false)
    },
    [wait],
  )
  const start = useCallback(() => {
    turn.current += 1
    setBusy(false)
    setView({ name: 'start' })
    onStart()
  }, [onStart])
  const away = view.name !== 'start'
  const find = useCallback((given: string) => void run(() => lookUp(raceid, given)), [run, raceid])
  useEffect(() => {
    if (!away) return undefined
    const timer = setInterval(() => (rest.current <= 1 ? start() : wait(rest.current - 1)), 1000)
    const touch = () => wait(IDLE_SECONDS)
    // The next runner may scan a code while the screen still shows the result of another runner.
    let scanned = ''
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') return start()
      touch()
      if (event.ctrlKey || event.metaKey || event.altKey) return undefined
      if (event.key.length === 1) scanned = (scanned + event.key).slice(0, LONGEST)
      else if (event.key === 'Enter' && scanned.trim() !== '') {
        event.preventDefault()
        find(scanned.trim())
        scanned = ''
      }
      return undefined
    }
    addEventListener('pointerdown', touch)
    addEventListener('keydown', key)
    return () => {
      clearInterval(timer)
      removeEventListener('pointerdown', touch)
      removeEventListener('keydown', key)
    }
  }, [away, start, wait, find])
  return {
    view,
    busy,
    left,
    start,
    find,
    open: (key: string) => void run(async () => (await byAsking({ id: key })) ?? { name: 'none', q: '' }),
  }
}
