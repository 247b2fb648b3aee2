import { sharedPath } from '../../program/address.js'
import { groundOf } from '../../program/ground.js'
import { type Recorder, type SharedRun, createRun, forgetRun, keptRun, recorderOf } from '../../program/run.js'
import { Refused } from '../../program/server.js'
import { inSession } from '../../program/session.js'
import { filled } from '../../program/words.js'

type Entry = { _key: string; event: string; bib: string | null; why: string | null }
type Query = { consent: { version: string; title: string; body: string }; entries: Entry[] }

Page({
  data: {
    said: groundOf(wx).said,
    consent: { version: '', title: '', body: '' },
    entry: undefined as Entry | undefined,
    state: 'loading' as 'loading' | 'ready' | 'none' | 'on' | 'off',
    denied: false,
    problem: '',
    sent: '',
    waiting: '',
  },
  raceid: 0,
  link: '',
  recorder: undefined as Recorder | undefined,

  onLoad(given: { raceid?: string }) {
    const { platform, said } = groundOf(wx)
    this.raceid = Number(given.raceid ?? 0)
    platform.setNavigationBarTitle({ title: said.run_title })
    const run = keptRun(platform)
    if (run?.stopping) return this.finish(run)
    // The platform ended the mini-program during a run. The recording continues after the last stored fix.
    if (run) return this.record(run)
    return this.read()
  },
  /**
   * Sends the positions and the stop that still wait on the device, if there was no network when the runner stopped.
   */
  onShow() {
    const run = keptRun(groundOf(wx).platform)
    return run?.stopping && this.recorder ? this.finish(run) : undefined
  },
  async read() {
    const { platform, server } = groundOf(wx)
    try {
      const query = { raceid: this.raceid }
      const { consent, entries } = await inSession(platform, server, () => server.call<Query>('/app/live/query', query))
      const entry = entries.find(({ why }) => why === null)
      this.setData({ consent, entry, state: entry ? 'ready' : 'none', problem: entries[0]?.why ?? '' })
    } catch (error) {
      this.fail(error)
    }
  },
  fail(error: unknown) {
    const words = error instanceof Refused ? error.message : ''
    this.setData({ problem: words === '' ? groundOf(wx).said.network : words })
  },
  async onStart() {
    const { platform, server } = groundOf(wx)
    const { entry, consent } = this.data
    if (!entry) return
    try {
      const { link, ...run } = await inSession(platform, server, () =>
        createRun(server, { raceid: this.raceid, id: entry._key, consent: consent.version, visibility: 'link' }),
      )
      this.link = link ?? ''
      // Positions that an earlier run has left on the device do not belong to this run.
      forgetRun(platform)
      await this.record(run)
    } catch (error) {
      this.fail(error)
    }
  },
  recorderFor(run: SharedRun) {
    const { platform, server, said } = groundOf(wx)
    this.raceid = run.raceid
    const recorder = recorderOf(platform, server, run, {
      now: () => new Date(),
      changed: () => {
        const { sent, waiting, stopped } = recorder.state()
        this.setData({
          sent: filled(said.run_sent, sent),
          waiting: waiting > 0 ? filled(said.run_waiting, waiting) : '',
          ...(stopped === undefined ? {} : { state: 'off' }),
        })
      },
    })
    return recorder
  },
  async record(run: SharedRun) {
    const recorder = this.recorderFor(run)
    const started = await recorder.start()
    this.recorder = started ? recorder : undefined
    this.setData({ denied: !started, ...(started ? { state: 'on' } : {}) })
    if (started) await recorder.send()
  },
  async onStop() {
    const run = keptRun(groundOf(wx).platform)
    if (run) await this.finish(run)
  },
  /**
   * Sends the positions that wait, and then tells the server that the run stopped. Without network the positions and
   * the message of the stop wait on the device until the page opens again.
   */
  async finish({ raceid, id, token }: SharedRun) {
    const { platform, server } = groundOf(wx)
    this.recorder ??= this.recorderFor({ raceid, id, token })
    if (!(await this.recorder.stop())) return
    try {
      await inSession(platform, server, () => server.call('/app/live/publish', { raceid, id, change: 'stop' }))
    } catch (error) {
      // The server does not know the run any more, so there is nothing to stop.
      if (!(error instanceof Refused && error.code === '404')) return
    }
    forgetRun(platform)
  },
  onSettings() {
    groundOf(wx).platform.openSetting({})
  },
  onShareAppMessage() {
    const { origin, said } = groundOf(wx)
    // The secret part of the run's link is meant for the people with whom the runner shares it. It stands behind the
    // hash sign, so it is in no log of a server.
    const secret = this.link === '' ? '' : encodeURIComponent(`#link=${this.link}`)
    return { title: said.run_title, path: `${sharedPath(`/live/shared?raceid=${this.raceid}`, origin)}${secret}` }
  },
})
