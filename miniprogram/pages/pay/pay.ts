import { addressOf } from '../../program/address.js'
import { groundOf } from '../../program/ground.js'
import { type Paid, pay } from '../../program/payment.js'
import { Refused } from '../../program/server.js'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

Page({
  data: { said: groundOf(wx).said, busy: false, state: '' as Paid | '', problem: '' },
  id: '',
  raceid: '',

  onLoad(given: { id?: string; raceid?: string }) {
    const { platform, said } = groundOf(wx)
    this.id = given.id ?? ''
    this.raceid = given.raceid ?? ''
    platform.setNavigationBarTitle({ title: said.pay_title })
    return this.begin()
  },
  /** Pays once. A second tap while the sheet is open does nothing. */
  async begin() {
    if (this.data.busy || this.data.state === 'paid') return
    const { platform, server, said } = groundOf(wx)
    this.setData({ busy: true, problem: '', state: '' })
    try {
      this.setData({ state: await pay(platform, server, this.id, wait) })
    } catch (error) {
      const words = error instanceof Refused ? error.message : ''
      this.setData({ problem: words === '' ? said.network : words })
    }
    this.setData({ busy: false })
  },
  onPay() {
    return this.begin()
  },
  onBack() {
    const { platform } = groundOf(wx)
    const link = addressOf('/queryDetail', { raceid: this.raceid, _key: this.id })
    platform.reLaunch({ url: addressOf('/pages/webview/webview', { link }) })
  },
})
