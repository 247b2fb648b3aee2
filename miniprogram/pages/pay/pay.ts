import { addressOf, decoded } from '../../program/address.js'
import { groundOf } from '../../program/ground.js'
import { type Paid, isEntry, pay, payableOf } from '../../program/payment.js'
import { Refused } from '../../program/server.js'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

Page({
  data: { said: groundOf(wx).said, title: '', back: '', busy: false, state: '' as Paid | '', problem: '' },
  payable: payableOf({}),
  /** The page of ours to which the person returns. */
  link: '',

  onLoad(given: { id?: string; raceid?: string; ask?: string; back?: string; of?: string }) {
    const { platform, said } = groundOf(wx)
    const { id, raceid, ask = '', back = '', of } = given
    this.payable = payableOf({
      ...(id === undefined ? {} : { id }),
      ...(of === undefined ? {} : { of }),
      ask: decoded(ask),
    })
    const entry = isEntry(this.payable)
    this.link = entry ? addressOf('/queryDetail', { raceid, _key: id }) : decoded(back)
    const title = entry ? said.pay_title : said.pay_order_title
    platform.setNavigationBarTitle({ title })
    this.setData({ title, back: entry ? said.pay_back : said.pay_order_back })
    return this.begin()
  },
  /** Pays once. A second tap while the payment runs does nothing. */
  async begin() {
    if (this.data.busy || this.data.state === 'paid') return
    const { platform, server, said } = groundOf(wx)
    this.setData({ busy: true, problem: '', state: '' })
    try {
      this.setData({ state: await pay(platform, server, this.payable, wait) })
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
    platform.reLaunch({ url: addressOf('/pages/webview/webview', { link: this.link }) })
  },
})
