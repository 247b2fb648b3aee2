import encodeQR from 'qr'

/** The content of the picture to share. The texts are in the reader's language. */
export type Shared = {
  race: string
  line: string
  event: string
  name: string
  bib: string
  clock: string
  time: string
  ranks: readonly { title: string; rank: string; of: string }[]
  segments: readonly { from: number; to: number; pace: number }[]
  primary: string
  lang: string
  foot: string
  /** The address in the QR code. It opens the result on another phone. */
  link: string
}

const [width, height] = [1080, 1350]
const text =
  '-apple-system, "PingFang SC", MIUI, "HarmonyOS Sans SC", "Segoe UI", ' +
  'Roboto, "Noto Sans CJK SC", "Microsoft YaHei", sans-serif'
const display = `"Barlow Condensed", "Arial Narrow", ${text}`

/** Sets the font in the largest size at which a text fits, up to the wanted size. */
const fit = (
  ctx: CanvasRenderingContext2D,
  said: string,
  most: number,
  size: number,
  weight: number,
  family: string,
): void => {
  for (let at = size; at > 20; at -= 4) {
    ctx.font = `${weight} ${at}px ${family}`
    if (ctx.measureText(said).width <= most) return
  }
}

type Context = CanvasRenderingContext2D

/** Draws the race's colour, with pale lanes of a track. */
const drawGround = (ctx: Context, primary: string): void => {
  const ground = ctx.createLinearGradient(0, 0, width, height)
  ground.addColorStop(0, primary)
  ground.addColorStop(1, '#0b1220')
  ctx.fillStyle = ground
  ctx.fillRect(0, 0, width, height)
  ctx.strokeStyle = 'rgb(255 255 255 / 0.10)'
  ctx.lineWidth = 26
  for (let lane = 0; lane < 6; lane++) {
    ctx.beginPath()
    ctx.arc(width + 80, 60, 420 + lane * 78, Math.PI / 2, Math.PI * 1.2)
    ctx.stroke()
  }
}

const drawRunner = (ctx: Context, { race, line, event, name, bib, clock, time }: Shared): void => {
  ctx.fillStyle = '#fff'
  ctx.textBaseline = 'alphabetic'
  fit(ctx, race, width - 160, 64, 700, text)
  ctx.fillText(race, 80, 150)
  ctx.globalAlpha = 0.8
  ctx.font = `400 34px ${text}`
  ctx.fillText([event, line].filter(Boolean).join(' · '), 80, 206)
  ctx.globalAlpha = 1
  fit(ctx, name, width - 400, 84, 700, text)
  ctx.fillText(name, 80, 400)
  ctx.textAlign = 'right'
  ctx.globalAlpha = 0.7
  fit(ctx, bib, 260, 72, 600, display)
  ctx.fillText(bib, width - 80, 400)
  ctx.textAlign = 'left'
  ctx.font = `400 34px ${text}`
  ctx.fillText(clock, 80, 490)
  ctx.globalAlpha = 1
  fit(ctx, time, width - 160, 280, 600, display)
  ctx.fillText(time, 74, 730)
}

const drawRanks = (ctx: Context, ranks: Shared['ranks']): void => {
  const each = (width - 160 - (ranks.length - 1) * 24) / Math.max(1, ranks.length)
  for (const [at, { title, rank, of }] of ranks.entries()) {
    const x = 80 + at * (each + 24)
    ctx.fillStyle = 'rgb(255 255 255 / 0.14)'
    ctx.beginPath()
    ctx.roundRect(x, 790, each, 196, 24)
    ctx.fill()
    ctx.fillStyle = '#fff'
    fit(ctx, title, each - 48, 30, 400, text)
    ctx.fillText(title, x + 24, 842)
    fit(ctx, rank, each - 48, 84, 600, display)
    ctx.fillText(rank, x + 24, 922)
    ctx.globalAlpha = 0.75
    fit(ctx, of, each - 48, 28, 400, text)
    ctx.fillText(of, x + 24, 964)
    ctx.globalAlpha = 1
  }
}

/** The width of the QR code with its white border. `wayWidth` is the width that remains for the paces. */
const codeSide = 200
const wayWidth = width - 160 - codeSide - 40
/**
 * Draws the QR code of the result's page, dark on white. The QR standard demands the border of four white modules.
 */
const drawCode = (ctx: Context, link: string): void => {
  const rows = encodeQR(link, 'raw', { ecc: 'medium', border: 1 })
  const [left, top] = [width - 80 - codeSide, 1310 - codeSide]
  const module = codeSide / (rows.length + 6)
  ctx.fillStyle = '#fff'
  ctx.beginPath()
  ctx.roundRect(left, top, codeSide, codeSide, 12)
  ctx.fill()
  ctx.fillStyle = '#000'
  for (const [y, row] of rows.entries())
    for (const [x, dark] of row.entries())
      // A module of the code covers a little of the next module, so that no pale line appears between them.
      if (dark) ctx.fillRect(left + (x + 3) * module, top + (y + 3) * module, module + 0.3, module + 0.3)
}

/** Draws a bar for each segment: as wide as the segment, and higher for a faster pace. */
const drawPaces = (ctx: Context, segments: Shared['segments']): void => {
  const whole = segments.at(-1)?.to ?? 0
  const paces = segments.map(({ pace }) => pace)
  const [fastest, slowest] = [Math.min(...paces), Math.max(...paces)]
  for (const { from, to, pace } of segments) {
    const high = slowest === fastest ? 110 : 50 + (120 * (slowest - pace)) / (slowest - fastest)
    const x = 80 + (from / whole) * wayWidth
    ctx.fillStyle = pace === fastest ? '#fff' : 'rgb(255 255 255 / 0.55)'
    ctx.beginPath()
    ctx.roundRect(x + 3, 1210 - high, Math.max(4, ((to - from) / whole) * wayWidth - 6), high, 8)
    ctx.fill()
  }
}

/** Draws a picture of a result to share. The device draws it, not the server. */
export const drawShared = (canvas: HTMLCanvasElement, shared: Shared): void => {
  canvas.width = width
  canvas.height = height
  canvas.lang = shared.lang
  const ctx = canvas.getContext('2d')
  if (!ctx) throw new Error('No canvas')
  drawGround(ctx, shared.primary)
  drawRunner(ctx, shared)
  drawRanks(ctx, shared.ranks)
  drawPaces(ctx, shared.segments)
  drawCode(ctx, shared.link)
  ctx.fillStyle = '#fff'
  ctx.globalAlpha = 0.7
  ctx.font = `400 30px ${text}`
  ctx.fillText(shared.foot, 80, 1282)
  ctx.globalAlpha = 1
}

/** Makes the picture to share, as a JPEG; undefined if the device cannot encode it. */
export const sharePicture = async (shared: Shared): Promise<Blob | undefined> => {
  await document.fonts.ready
  const canvas = document.createElement('canvas')
  drawShared(canvas, shared)
  return (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))) ?? undefined
}
