import { parentPort, workerData } from 'node:worker_threads'
import type { Box } from '../template/boxes.contract.ts'
import { type CanvasRendererFont, openCanvasRenderer } from './canvasRenderer.service.ts'

/** The data for the thread that paints. The server still answers calls while this thread paints. */
export type DrawSetting = {
  width: number
  height: number
  bg: string | null
  boxes: readonly Box[]
  pictures: ReadonlyMap<string, Uint8Array>
  fonts: readonly CanvasRendererFont[]
}
export type RenderRequest = {
  n: number
  values: Readonly<Record<string, string>>
  link: string
  photo: Uint8Array | null
}
export type RenderReply = { n: number; jpeg: Uint8Array<ArrayBuffer> } | { n: number; failed: string }

const { pictures, ...definition } = workerData as DrawSetting
const port = parentPort!
const renderer = openCanvasRenderer(definition, (path) => {
  const bytes = pictures.get(path)
  return Promise.resolve(bytes && Buffer.from(bytes))
})
const answer = async ({ n, values, link, photo }: RenderRequest): Promise<void> => {
  try {
    const printed = await (await renderer).print(values, link, photo && Buffer.from(photo))
    const jpeg = new Uint8Array(printed)
    port.postMessage({ n, jpeg } satisfies RenderReply, [jpeg.buffer])
  } catch (error) {
    port.postMessage({ n, failed: error instanceof Error ? error.message : String(error) } satisfies RenderReply)
  }
}
/** Two lanes of work. The thread paints a picture in one lane while it compresses a picture in the other lane. */
const lanes = [Promise.resolve(), Promise.resolve()]
port.on('message', (request: RenderRequest) => {
  const lane = request.n % lanes.length
  lanes[lane] = lanes[lane]!.then(() => answer(request))
})
