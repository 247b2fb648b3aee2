import { Download, RotateCw, Share2, UploadCloud } from 'lucide-react'
import { useEffect, useState } from 'react'
import { storBase64 } from '#features/codes/contract.ts'
import { Button } from '#ui/Button.tsx'
import { refusedFrom, useCall } from '#ui/call.ts'
import { canShare, handOver, saveBlob } from '#ui/handOver.ts'
import { useWords } from '#ui/lang.tsx'
import { cropWords as words } from './cropWords.ts'
import type { Made } from './useMade.ts'

type Ready = Extract<Made, { state: 'ready' }>
/** A webview of the messaging app saves by a long press what has an address of its own, and nothing else. */
const inWebview = (): boolean => /MicroMessenger/i.test(navigator.userAgent)

const dataOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The picture could not be read'))
    reader.readAsDataURL(blob)
  })

/** How the finished picture is kept: by a long press or a right click, as a file, shared, or made again. */
export const KeepPart = ({ ready, raceid, filename, address, onAddress, onAgain }: { ready: Ready; raceid: number | undefined; filename: string; address: string | undefined; onAddress: (address: string | undefined) => void; onAgain: () => void }) => {
  const t = useWords()
  const send = useCall(storBase64)
  const [failed, setFailed] = useState<string>()
  useEffect(() => {
    onAddress(undefined)
    setFailed(undefined)
  }, [ready.address])
  const webview = inWebview()
  const prepare = async () => {
    setFailed(undefined)
    try {
      const { path } = await send.mutateAsync({ key: ready.key, file: await dataOf(ready.jpeg), ...(raceid === undefined ? {} : { raceid }) })
      onAddress(path)
    } catch (thrown) {
      setFailed(refusedFrom(thrown).msg)
    }
  }
  return (
    <div className="grid gap-3">
      {webview && address === undefined ? (
        <>
          <Button wide icon={<UploadCloud className="size-5" aria-hidden />} busy={send.isPending} onClick={() => void prepare()}>{t(words.webview_save)}</Button>
          <p className="text-14 text-soft">{t(words.webview_says)}</p>
        </>
      ) : (
        <p role="status" className="rounded bg-success-tint px-4 py-3 text-center font-medium text-success-ink">
          {webview ? (
            t(words.webview_ready)
          ) : (
            <>
              <span className="md:hidden">{t(words.long_press)}</span>
              <span className="hidden md:inline">{t(words.right_click)}</span>
            </>
          )}
        </p>
      )}
      {failed ? <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">{failed}</p> : null}
      <div className="flex flex-wrap justify-center gap-2">
        {webview ? null : <Button look="plain" icon={<Download className="size-5" aria-hidden />} onClick={() => saveBlob(ready.jpeg, filename)}>{t(words.save)}</Button>}
        {!webview && canShare(ready.jpeg) ? <Button look="plain" icon={<Share2 className="size-5" aria-hidden />} onClick={() => void handOver(ready.jpeg, filename)}>{t(words.share)}</Button> : null}
        <Button look="quiet" icon={<RotateCw className="size-5" aria-hidden />} onClick={onAgain}>{t(words.regenerate)}</Button>
      </div>
    </div>
  )
}
