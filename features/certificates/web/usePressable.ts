import { useEffect, useState } from 'react'
import { storBase64 } from '#features/codes/contract.ts'
import { call } from '#ui/call.ts'

/** A webview of the messaging app saves by a long press what has an address of its own, and nothing else. */
const inWebview = (): boolean => /MicroMessenger/i.test(navigator.userAgent)

const dataOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The picture could not be read'))
    reader.readAsDataURL(blob)
  })

type Ready = { jpeg: Blob; address: string }
/**
 * The address under which a picture that is looked at can be saved by pressing it long. In the messaging app the server lends it one for two hours;
 * where that fails, and everywhere else, it is the picture's own.
 */
export const usePressable = (ready: Ready | undefined, raceid: number | undefined): string | undefined => {
  const [lent, setLent] = useState<{ of: string; path: string }>()
  useEffect(() => {
    if (!ready || raceid === undefined || !inWebview() || lent?.of === ready.address) return undefined
    let gone = false
    const lend = async () => {
      const { path } = await call(storBase64, { raceid, key: `certificate-${raceid}`, file: await dataOf(ready.jpeg) }, { quiet: true })
      if (!gone) setLent({ of: ready.address, path })
    }
    lend().catch(() => undefined)
    return () => void (gone = true)
  }, [ready?.address])
  return ready && lent?.of === ready.address ? lent.path : ready?.address
}
