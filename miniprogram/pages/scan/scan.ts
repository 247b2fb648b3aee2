import { addressOf } from '../../program/address.js'
import { groundOf } from '../../program/ground.js'
import { targetOfScan } from '../../program/launch.js'

Page({
  data: { said: groundOf(wx).said, problem: '' },

  onLoad() {
    const { platform, said } = groundOf(wx)
    platform.setNavigationBarTitle({ title: said.scan_title })
    this.onScan()
  },
  onScan() {
    const { platform, origin, said } = groundOf(wx)
    this.setData({ problem: '' })
    platform.scanCode({
      scanType: ['qrCode', 'wxCode'] as never,
      success: ({ result, path }) => {
        const target = targetOfScan({ result, path }, origin)
        if ('foreign' in target) return this.setData({ problem: said.foreign })
        const where = 'scene' in target ? { scene: target.scene } : { link: target.path }
        return void platform.redirectTo({ url: addressOf('/pages/webview/webview', where) })
      },
    })
  },
})
