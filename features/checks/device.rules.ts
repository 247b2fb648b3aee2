/**
 * Systems and browsers in a user agent. The screen shows only these two parts, because a person recognises a device by
 * them.
 */
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/i, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
const browsers: readonly (readonly [RegExp, string])[] = [
  [/miniProgram/i, 'WeChat mini-program'],
  [/MicroMessenger/, 'WeChat'],
  [/AlipayClient/, 'Alipay'],
  [/HuaweiBrowser/, 'Huawei Browser'],
  [/MiuiBrowser/, 'Mi Browser'],
  [/QQBrowser/, 'QQ Browser'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/OPR\//, 'Opera'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const firstOf = (list: typeof systems, agent: string) => list.find(([sign]) => sign.test(agent))?.[1] ?? ''

export const deviceNameOf = (agent: string): { device: string; browser: string } => ({
  device: firstOf(systems, agent),
  browser: firstOf(browsers, agent),
})
