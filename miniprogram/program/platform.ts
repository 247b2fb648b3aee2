/** The parts of the platform that the mini-program uses. Tests give a stand-in of the same type. */
export type Platform = Pick<
  WechatMiniprogram.Wx,
  | 'login'
  | 'request'
  | 'getStorageSync'
  | 'setStorageSync'
  | 'removeStorageSync'
  | 'getAppBaseInfo'
  | 'getBatteryInfoSync'
  | 'navigateTo'
  | 'redirectTo'
  | 'navigateBack'
  | 'reLaunch'
  | 'requestPayment'
  | 'scanCode'
  | 'requestSubscribeMessage'
  | 'startLocationUpdateBackground'
  | 'stopLocationUpdate'
  | 'onLocationChange'
  | 'offLocationChange'
  | 'showToast'
  | 'setNavigationBarTitle'
  | 'openSetting'
>

export type Lang = 'zh-cn' | 'zh-tw' | 'en'
/** Returns the language of the app, as the server names it. */
export const langOf = (platform: Pick<Platform, 'getAppBaseInfo'>): Lang => {
  const language = platform.getAppBaseInfo().language.toLowerCase().replace('_', '-')
  if (/^zh-(tw|hk|mo|hant)/.test(language)) return 'zh-tw'
  return language.startsWith('zh') ? 'zh-cn' : 'en'
}
