import { useEffect, useEffectEvent, useState } from 'react'
import { withWork } from '#features/checks/web/work.ts'
import { call, refusedFrom } from '#ui/network/call.ts'
import { dataOf, inWebview } from '#ui/network/handOver.ts'
import { storBase64 } from '../contract.ts'

/**
 * The state of a drawn picture that gets an address for a long press. `own` means that the picture needs no address,
 * because the device saves the picture itself.
 */
export type Lent = {
  state: 'own' | 'asks' | 'lending' | 'ready' | 'failed'
  address: string | undefined
  msg: string | undefined
  lend: () => void
}
type CodeRequest = {
  picture: Blob | undefined
  raceid: number | undefined
  /** The name under which the device keeps the picture. */ name: string
  /** True if the runner must agree first, because the picture shows a photo of their own. */ asks?: boolean
}

/**
 * The time for which an address counts as valid. It is a little shorter than the server's two hours. A person who is
 * still on the page then gets a new address.
 */
const LENT_MS = 110 * 60_000

/**
 * Gets the address under which a long press can save a drawn picture. In the messaging app the server keeps the picture
 * for two hours. A picture with a runner's own photo is sent only when the runner asks for it.
 */
export const useLent = ({ picture, raceid, name, asks = false }: CodeRequest): Lent => {
  const [lent, setLent] = useState<{ of: Blob; path: string } | { of: Blob; msg: string }>()
  const [chosen, setChosen] = useState<Blob>()
  const needed = inWebview() && picture !== undefined && raceid !== undefined
  const known = lent?.of === picture ? lent : undefined
  const sends = needed && known === undefined && (!asks || chosen === picture)
  const lend = useEffectEvent(async (of: Blob): Promise<{ path: string } | { msg: string }> => {
    try {
      const file = await dataOf(of)
      return await withWork((work) => call(storBase64, { raceid: raceid!, key: name, file, ...work }, { quiet: true }))
    } catch (thrown) {
      return { msg: refusedFrom(thrown).msg }
    }
  })
  useEffect(() => {
    if (!sends) return undefined
    let gone = false
    void lend(picture).then((answer) => gone || setLent({ ...answer, of: picture }))
    return () => void (gone = true)
  }, [sends, picture])
  useEffect(() => {
    if (!known || !('path' in known)) return undefined
    const over = setTimeout(() => setLent(undefined), LENT_MS)
    return () => clearTimeout(over)
  }, [known])
  const address = known && 'path' in known ? known.path : undefined
  const msg = known && 'msg' in known ? known.msg : undefined
  return {
    state: !needed
      ? 'own'
      : address !== undefined
        ? 'ready'
        : msg !== undefined
          ? 'failed'
          : sends
            ? 'lending'
            : 'asks',
    address,
    msg,
    lend: () => {
      setLent(undefined)
      setChosen(picture)
    },
  }
}
