import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import encodeQR from 'qr'

const [WIDE, HIGH, DOT] = [640, 480, 8]
/** Returns a film that shows a code: two frames, which the camera repeats. */
const filmOf = (text: string): Buffer => {
  const dots = encodeQR(text, 'raw', { border: 2 })
  const size = Math.min(DOT, Math.floor(HIGH / dots.length))
  const [left, top] = [WIDE, HIGH].map((side) => Math.floor((side - dots.length * size) / 2)) as [number, number]
  const light = Buffer.alloc(WIDE * HIGH, 235)
  for (let y = 0; y < dots.length * size; y++)
    for (let x = 0; x < dots.length * size; x++)
      if (dots[Math.floor(y / size)]![Math.floor(x / size)]) light[(top + y) * WIDE + left + x] = 16
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((WIDE * HIGH) / 2, 128)])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDE} H${HIGH} F10:1 Ip A1:1 C420jpeg\n`), frame, frame])
}

/** Makes a camera that shows a code to a browser. The browser reads the film whenever a page opens the camera. */
export const openFilm = () => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-film-'))
  const film = join(folder, 'code.y4m')
  return {
    flags: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
    show: (text: string) => writeFileSync(film, filmOf(text)),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
