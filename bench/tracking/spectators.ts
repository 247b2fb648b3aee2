import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { frameOfText } from '#features/tracking/positions/frame.rules.ts'
import { RACE } from '#test/entrants.ts'

/** The input of this child process. Its pages follow a race: most have a map, and one in ten has the list alone. */
type Spectators = {
  port: number
  count: number
  /** The first and the last bib of the newcomers. A frame names all runners, but the report is only about newcomers. */
  first: number
  last: number
}
export type SpectatorsReport = {
  /** The times at which the pages got the first frame or picture with a newcomer, by bib. */
  came: [string, number[]][]
  mapBytes: number
  listBytes: number
  maps: number
  lists: number
  ended: number
  frames: number
  /** The number of pictures that pages loaded again. */
  again: number
}
/** A page waits up to this time before it loads the picture again, as the pages of the product do. */
const SPREAD_MS = 1200
const HERE = 'event: here'
const KIND = 'event: frame\ndata: '
const END = '\n\n'

/** Reads frames and pictures, and notes when each newcomer first came to a page. */
const watchNewcomers = (first: number, last: number) => {
  /** Everybody gets the same bytes, so each frame is read once. */
  const frames = new Map<string, { bibs: readonly string[]; came: number[] }>()
  const newcomersIn = (text: string) =>
    frameOfText(text)
      .spots.map(({ bib }) => bib)
      .filter((bib) => Number(bib) >= first && Number(bib) <= last)
  return {
    frames,
    take: (text: string) => {
      let frame = frames.get(text)
      if (!frame) frames.set(text, (frame = { bibs: newcomersIn(text), came: [] }))
      frame.came.push(Date.now())
    },
  }
}

/** Loads the picture again as a page does. Everybody gets the same bytes, so each picture is unpacked once. */
const pictureReader = (port: number, report: SpectatorsReport, take: (text: string) => void) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const pictures = new Map<string, string>()
  return async () => {
    await wait(Math.random() * SPREAD_MS)
    const headers = { 'accept-encoding': 'gzip' }
    get({ port, host: '127.0.0.1', path: `/live/gps/positions?raceid=${RACE}`, agent, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => void parts.push(part))
      answer.on('end', () => {
        const bytes = Buffer.concat(parts)
        report.mapBytes += bytes.length
        report.again += 1
        const tag = String(answer.headers.etag)
        if (!pictures.has(tag)) {
          const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
          pictures.set(tag, (JSON.parse(text) as { data: { picture: string } }).data.picture)
        }
        take(pictures.get(tag)!)
      })
    })
  }
}

const newReport = (): SpectatorsReport => ({
  came: [],
  mapBytes: 0,
  listBytes: 0,
  maps: 0,
  lists: 0,
  ended: 0,
  frames: 0,
  again: 0,
})

process.once('message', ({ port, count, first, last }: Spectators) => {
  const report = newReport()
  const { frames, take } = watchNewcomers(first, last)
  const readPicture = pictureReader(port, report, take)
  const follow = (list: boolean) =>
    new Promise<void>((resolve, reject) => {
      let [held, open] = ['', false]
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET /live/stream?raceid=${RACE}${list ? '&of=list' : ''} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
      )
      socket.setEncoding('latin1').on('data', (part: string) => {
        if (open) report[list ? 'listBytes' : 'mapBytes'] += part.length
        held += part
        const here = held.indexOf(HERE)
        if (here >= 0) {
          held = held.slice(0, here) + held.slice(here + HERE.length)
          if (open) void (list || readPicture())
          else report[list ? 'lists' : 'maps'] += 1
          open = true
          resolve()
        }
        for (let end = held.indexOf(END); end >= 0; end = held.indexOf(END)) {
          const at = held.lastIndexOf(KIND, end)
          if (at >= 0) take(held.slice(at + KIND.length, end))
          held = held.slice(end + END.length)
        }
      })
      socket.on('error', reject).on('close', () => void (report.ended += 1))
    })
  const openAll = async () => {
    for (let at = 0; at < count; at += 100)
      await Promise.all(Array.from({ length: Math.min(100, count - at) }, (_, n) => follow(n % 10 === 9)))
    process.send!('open')
  }
  void openAll()
  process.on('message', (word) => {
    if (word === 'begin') {
      report.mapBytes = report.listBytes = report.again = 0
      frames.clear()
      return
    }
    const came = new Map<string, number[]>()
    for (const frame of frames.values()) for (const bib of frame.bibs) if (!came.has(bib)) came.set(bib, frame.came)
    process.send!({ ...report, frames: frames.size, came: [...came] })
  })
})
