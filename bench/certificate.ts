import { createCanvas, loadImage } from '@napi-rs/canvas'
import sharp from 'sharp'
import { JPEG_QUALITY, PAPER_SCALE } from '#features/certificates/template/boxes.contract.ts'
import type { CanvasContext } from '#features/certificates/render/canvasContext.rules.ts'
import { paint } from '#features/certificates/render/paint.rules.ts'
import { openCanvasRenderer } from '#features/certificates/render/canvasRenderer.service.ts'
import { drawStandard } from '#features/certificates/template/standard.rules.ts'
import { type DrawingDesk, openDrawingDesk } from '#test/certificates/drawing.ts'
import { conclude, quantile, say } from './ground/ground.ts'

/**
 * Measures a certificate that is laid out in boxes. In the browser, with a processor four times slower, the bench
 * measures the time from the data to the canvas on the screen and the time of the JPEG, each time in a fresh page. On
 * the server it counts pictures a second. The limit is the same canvas calls, replayed in the same run.
 */
const SLOWDOWN = 4
const PAGES = 9
const PICTURES = 16
const GOAL = { canvas_ms: 300, ratio: 0.8 }

const { svg, width, height, boxes } = drawStandard({ kind: 'timing', primary: '#c8102e', city: '江城' })
const background = await sharp(Buffer.from(svg)).jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer()
const bg = '/files/1/00000000000000000000000000000000.jpg'
const surnames = [...'王李张刘陈杨赵黄周吴']
const runner = (n: number): Record<string, string> => ({
  赛事名称: '2026 江城马拉松',
  英文名称: 'Jiangcheng Marathon 2026',
  日期: '2026年4月12日',
  城市: '江城',
  项目: '全程马拉松',
  姓名: `${surnames[n % 10]!}${'小'.repeat(n % 3)}明`,
  参赛号: `A${10_000 + n}`,
  枪成绩: `03:${10 + (n % 50)}:41`,
  净成绩: `03:${10 + (n % 50)}:02`,
  全部枪排名: String(300 + n),
  性别枪排名: String(200 + n),
  年龄段: '男子 35-39',
  年龄段排名: String(40 + n),
  证书编号: '72-7K3M-9QXA-22FC-HT5W',
})
const link = (n: number) => `https://startline.example/verify?n=72-7K3M-9QXA-22FC-${String(n).padStart(4, '0')}`

const measureScreens = async (desk: DrawingDesk) => {
  const canvas: number[] = []
  const jpeg: number[] = []
  for (let n = 0; n < PAGES; n++) {
    const page = await desk.open()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    const drawn = await desk.draw(page, {
      width,
      height,
      bg,
      html: '',
      boxes,
      values: runner(n),
      photo: null,
      link: link(n),
    })
    canvas.push(drawn.canvasMs)
    jpeg.push(drawn.jpegMs)
    await page.context().close()
    say(`page ${n + 1} of ${PAGES}: canvas ${Math.round(drawn.canvasMs)} ms, JPEG ${Math.round(drawn.jpegMs)} ms`)
  }
  const sorted = (list: number[]) => list.toSorted((a, b) => a - b)
  return {
    canvas: quantile(sorted(canvas), 0.5),
    worst: quantile(sorted(canvas), 1),
    jpeg: quantile(sorted(jpeg), 0.5),
  }
}

type Call = { name: string; set?: unknown; given?: unknown[] }
/**
 * Records every call and setting of a painting, so that a replay makes the same calls without the decisions of the
 * renderer.
 */
const recorded = (canvasContext: CanvasContext, painting: Parameters<typeof paint>[1]): Call[] => {
  const calls: Call[] = []
  const watched = new Proxy(canvasContext, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as unknown
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (name !== 'measureText') calls.push({ name: String(name), given })
        return (value as (...given: unknown[]) => unknown).apply(target, given)
      }
    },
    set: (target, name, set) => {
      calls.push({ name: String(name), set })
      return Reflect.set(target, name, set)
    },
  })
  paint(watched, painting, PAPER_SCALE)
  return calls
}

const measureRenderer = async () => {
  const renderer = await openCanvasRenderer({ width, height, bg, boxes }, () => Promise.resolve(background))
  const image = await loadImage(background)
  const record = (n: number) =>
    recorded(createCanvas(width * PAPER_SCALE, height * PAPER_SCALE).getContext('2d') as unknown as CanvasContext, {
      width,
      height,
      background: { width: image.width, height: image.height, source: image },
      boxes,
      values: runner(n),
      pictures: new Map(),
      photo: null,
      link: link(n),
    })
  const bare = async (calls: Call[]) => {
    const canvas = createCanvas(width * PAPER_SCALE, height * PAPER_SCALE)
    const canvasContext = canvas.getContext('2d') as unknown as Record<string, unknown> &
      Record<string, (...given: unknown[]) => unknown>
    for (const { name, given, set } of calls) {
      if (given) canvasContext[name]!(...given)
      else (canvasContext as Record<string, unknown>)[name] = set
    }
    return canvas.encode('jpeg', JPEG_QUALITY * 100)
  }
  await renderer.print(runner(0), link(0))
  let [painting, limit] = [0, 0]
  const pair: number[] = []
  for (let n = 0; n < PICTURES; n++) {
    const calls = record(n)
    const took = { renderer: 0, bare: 0 }
    // The second of two measurements is faster, because the first one has warmed up the processor. So the renderer and
    // the bare calls take turns at being first.
    for (const which of n % 2 ? (['bare', 'renderer'] as const) : (['renderer', 'bare'] as const)) {
      const before = performance.now()
      await (which === 'renderer' ? renderer.print(runner(n), link(n)) : bare(calls))
      took[which] = performance.now() - before
    }
    painting += took.renderer
    limit += took.bare
    pair.push(took.bare / took.renderer)
  }
  return {
    per_second: (PICTURES * 1000) / painting,
    limit_per_second: (PICTURES * 1000) / limit,
    ratio: quantile(
      pair.toSorted((a, b) => a - b),
      0.5,
    ),
  }
}

const desk = await openDrawingDesk(new Map([[bg, background]]))
const screens = await measureScreens(desk)
await desk.close()
const renderer = await measureRenderer()
say(
  `canvas visible after ${Math.round(screens.canvas)} ms (worst ${Math.round(screens.worst)}, goal ${GOAL.canvas_ms}), JPEG after ${Math.round(screens.jpeg)} ms, at ${SLOWDOWN}× CPU slowdown`,
)
say(
  `server ${renderer.per_second.toFixed(1)} pictures/s, bare canvas ${renderer.limit_per_second.toFixed(1)}/s, ratio ${renderer.ratio.toFixed(2)} (goal ${GOAL.ratio})`,
)
conclude({
  name: 'certificate',
  ...renderer,
  canvas_ms: screens.canvas,
  canvas_worst_ms: screens.worst,
  jpeg_ms: screens.jpeg,
  slowdown: SLOWDOWN,
  met: screens.canvas <= GOAL.canvas_ms && renderer.ratio >= GOAL.ratio,
})
process.exit(0)
