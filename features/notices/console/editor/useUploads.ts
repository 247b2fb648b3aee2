import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { refusedFrom } from '#ui/network/call.ts'
import type { KeptNoticePicture } from './PictureDialog.tsx'

type Upload = (file: File) => Promise<KeptNoticePicture>

const fileOf = (address: string): File | undefined => {
  const found = /^data:(image\/(png|jpe?g|gif|bmp));base64,(.+)$/is.exec(address)
  if (!found) return undefined
  try {
    const bytes = Uint8Array.from(atob(found[3]!), (sign) => sign.codePointAt(0)!)
    return new File([bytes], `pasted.${found[2]!.replace('jpeg', 'jpg')}`, { type: found[1]! })
  } catch {
    return undefined
  }
}

/** Finds the pictures whose address contains their bytes, and the positions of these pictures. */
const inlineIn = (editor: Editor): { at: number; src: string }[] => {
  const found: { at: number; src: string }[] = []
  editor.state.doc.descendants((node, at) => {
    const src = String(node.attrs.src ?? '')
    if (node.type.name === 'picture' && src.startsWith('data:')) found.push({ at, src })
  })
  return found
}
/** Replaces the bytes of a picture by the address of the kept file. Deletes the picture if no file was kept. */
const settle = (editor: Editor, src: string, kept: KeptNoticePicture | undefined): void => {
  const { tr } = editor.state
  for (const { at } of inlineIn(editor)
    .filter((one) => one.src === src)
    .toReversed()) {
    const node = editor.state.doc.nodeAt(at)!
    if (kept) tr.setNodeMarkup(at, null, { ...node.attrs, src: kept.path, width: kept.width, height: kept.height })
    else tr.delete(at, at + node.nodeSize)
  }
  editor.view.dispatch(tr)
}

/** Sends pasted and dropped pictures into our own storage. `sending` counts the pictures that are on their way. */
export const useUploads = (upload: Upload) => {
  const [sending, setSending] = useState(0)
  const [added, setAdded] = useState(false)
  const [refused, setRefused] = useState<string>()
  const send = async (file: File | undefined): Promise<KeptNoticePicture | undefined> => {
    if (!file) return undefined
    setSending((n) => n + 1)
    setRefused(undefined)
    try {
      const kept = await upload(file)
      setAdded(true)
      return kept
    } catch (thrown) {
      setRefused(refusedFrom(thrown).msg)
      return undefined
    } finally {
      setSending((n) => n - 1)
    }
  }
  return {
    sending,
    /** True as soon as a picture was added. The author still has to describe the picture. */
    added,
    /** The reason why the last picture was not kept. */
    refused,
    /** Uploads the pictures whose bytes are in the text. */
    sendInline: async (editor: Editor): Promise<void> => {
      for (const src of new Set(inlineIn(editor).map((one) => one.src))) {
        const kept = await send(fileOf(src))
        if (editor.isDestroyed) return
        settle(editor, src, kept)
      }
    },
    /** Inserts files into the text at a position. */
    sendFiles: async (editor: Editor, files: readonly File[], at: number): Promise<void> => {
      for (const file of files) {
        const kept = await send(file)
        if (!kept || editor.isDestroyed) continue
        const { path: src, width, height } = kept
        const place = Math.min(at, editor.state.doc.content.size)
        editor
          .chain()
          .insertContentAt(place, { type: 'picture', attrs: { src, width, height, alt: '' } })
          .run()
      }
    },
  }
}
