import type { OutputOf } from '#contract/endpoint.ts'
import { dotColour } from '#ui/map/dotColour.ts'
import { DotField } from '#ui/map/dotField.ts'
import { call } from '#ui/network/call.ts'
import { MOVES_SECONDS, dotKey } from '../positions/dots.rules.ts'
import { type DotSpot, frameOfText } from '../positions/frame.rules.ts'
import { liveGpsPositions } from '../positions/positions.contract.ts'
import type { liveGps } from '../positions/spectators.contract.ts'
import { onDrawing } from './place.rules.ts'

type Start = OutputOf<typeof liveGps>
/**
 * The largest number of dots that move in one step. Between two steps a slow phone can react to a touch.
 */
const AT_ONCE = 1500

/** All runners of a race as moving dots for the map. A dot's key is `dotKey`. */
export class RunnerField {
  readonly dots: DotField
  /** The milliseconds by which the clock of the server is ahead. */
  #ahead = 0
  readonly #events: Start['events']
  readonly #raceid: number
  readonly #colours: readonly string[]
  /** The moment of the newest spot of each dot. An answer with all positions may arrive after a newer frame. */
  readonly #at = new Map<string, number>()

  constructor({ raceid, events }: Start) {
    this.#raceid = raceid
    this.#events = events
    this.#colours = events.map(({ colour }) => dotColour(colour))
    const lines = events.map(({ course }) => course?.points ?? [])
    this.dots = new DotField(lines, () => (Date.now() + this.#ahead) / 1000, MOVES_SECONDS)
  }
  setAhead(ms: number): void {
    this.#ahead = ms
  }
  async take(text: string): Promise<void> {
    const { at, spots } = frameOfText(text)
    for (const [n, spot] of spots.entries()) {
      if (n > 0 && n % AT_ONCE === 0) await new Promise((go) => setTimeout(go))
      this.#put(spot, at)
    }
  }
  /** Loads all dots again. If this fails, the dots stay as they are, and the stream still sends further news. */
  async readAll(): Promise<void> {
    const answer = await call(liveGpsPositions, { raceid: this.#raceid }, { quiet: true }).catch(() => undefined)
    if (answer?.picture) await this.take(answer.picture)
  }
  #put(spot: DotSpot, at: number): void {
    const key = dotKey(spot)
    if ((this.#at.get(key) ?? 0) > at) return
    this.#at.set(key, at)
    const line = this.#events.findIndex(({ eventid }) => eventid === spot.eventid)
    const event = this.#events[line]
    const drawn = event?.course?.metres ?? 0
    if (spot.what === 'gone' || !event || (spot.what === 'along' && drawn === 0)) this.dots.remove(key)
    else if (spot.what === 'beside') this.dots.set(key, { place: [spot.lat, spot.lon], colour: this.#colours[line]! })
    else {
      const finish = event.points.at(-1)?.metres ?? null
      const speed = finish ? (spot.speed * drawn) / finish : spot.speed
      this.dots.set(key, {
        line,
        metres: onDrawing(spot.metres, finish, drawn),
        speed,
        at,
        colour: this.#colours[line]!,
      })
    }
  }
}
