import { type Text, text } from '#contract/words.ts'

/** Provinces by the first two digits of an identity number (GB/T 2260). */
export const provinces: Readonly<Record<string, Text>> = {
  '11': text('北京', '北京', 'Beijing'),
  '12': text('天津', '天津', 'Tianjin'),
  '13': text('河北', '河北', 'Hebei'),
  '14': text('山西', '山西', 'Shanxi'),
  '15': text('内蒙古', '內蒙古', 'Inner Mongolia'),
  '21': text('辽宁', '遼寧', 'Liaoning'),
  '22': text('吉林', '吉林', 'Jilin'),
  '23': text('黑龙江', '黑龍江', 'Heilongjiang'),
  '31': text('上海', '上海', 'Shanghai'),
  '32': text('江苏', '江蘇', 'Jiangsu'),
  '33': text('浙江', '浙江', 'Zhejiang'),
  '34': text('安徽', '安徽', 'Anhui'),
  '35': text('福建', '福建', 'Fujian'),
  '36': text('江西', '江西', 'Jiangxi'),
  '37': text('山东', '山東', 'Shandong'),
  '41': text('河南', '河南', 'Henan'),
  '42': text('湖北', '湖北', 'Hubei'),
  '43': text('湖南', '湖南', 'Hunan'),
  '44': text('广东', '廣東', 'Guangdong'),
  '45': text('广西', '廣西', 'Guangxi'),
  '46': text('海南', '海南', 'Hainan'),
  '50': text('重庆', '重慶', 'Chongqing'),
  '51': text('四川', '四川', 'Sichuan'),
  '52': text('贵州', '貴州', 'Guizhou'),
  '53': text('云南', '雲南', 'Yunnan'),
  '54': text('西藏', '西藏', 'Xizang'),
  '61': text('陕西', '陝西', 'Shaanxi'),
  '62': text('甘肃', '甘肅', 'Gansu'),
  '63': text('青海', '青海', 'Qinghai'),
  '64': text('宁夏', '寧夏', 'Ningxia'),
  '65': text('新疆', '新疆', 'Xinjiang'),
  '71': text('台湾', '台灣', 'Taiwan'),
  '81': text('香港', '香港', 'Hong Kong'),
  '82': text('澳门', '澳門', 'Macao'),
}

const codes = Object.entries(provinces)
/**
 * Returns the code of a province from a document's digits or from a runner's own words (`33`, `浙江省`, `Zhejiang`). Any
 * other text stays unchanged.
 */
export const provinceKey = (said: string): string => {
  const typed = said.trim().replace('臺', '台')
  if (Object.hasOwn(provinces, typed)) return typed
  const found = codes.find(([, names]) =>
    Object.values(names).some((name) => typed.toLowerCase().startsWith(name.toLowerCase())),
  )
  return found?.[0] ?? said.trim()
}
