import { refusal, text } from '#contract/words.ts'

export const refusals = {
  safety_not_found: refusal('404', '没有找到这条安全广播', '找不到這則安全廣播', 'This safety broadcast was not found'),
  safety_not_confirmed: refusal(
    '409',
    '请先确认对象和内容',
    '請先確認對象和內容',
    'Please look at the recipients and the text, and confirm',
  ),
} as const

export const safetyFaultWords = {
  measured: text('不在可能的范围内', '不在可能的範圍內', 'This cannot be measured'),
  event: text('没有这个组别', '沒有這個組別', 'There is no such event'),
} as const

export const flagWords = {
  of: { heat: text('炎热', '炎熱', 'Heat'), air: text('空气质量', '空氣品質', 'Air') },
  measured: { heat: text('WBGT {n} ℃', 'WBGT {n} ℃', 'WBGT {n} °C'), air: text('AQI {n}', 'AQI {n}', 'AQI {n}') },
  colours: {
    green: text('绿旗', '綠旗', 'Green flag'),
    yellow: text('黄旗', '黃旗', 'Yellow flag'),
    red: text('红旗', '紅旗', 'Red flag'),
    black: text('黑旗', '黑旗', 'Black flag'),
  },
  advice: {
    heat: {
      green: text(
        '条件良好，正常补水，留意身体状况。',
        '條件良好，正常補水，留意身體狀況。',
        'Good conditions. Drink as usual and listen to your body.',
      ),
      yellow: text(
        '偏热。放慢配速，每站补水；有心脏病史或感觉不适者请谨慎。',
        '偏熱。放慢配速，每站補水；有心臟病史或感覺不適者請謹慎。',
        'Warm. Slow down and drink at every station. Take care if you have a heart condition or feel unwell.',
      ),
      red: text(
        '高温。明显降速，多补水降温；头晕、恶心、停止出汗请立即停下求助。',
        '高溫。明顯降速，多補水降溫；頭暈、噁心、停止出汗請立即停下求助。',
        'Hot. Slow right down, drink and cool yourself. If you feel dizzy or sick, or stop sweating, stop and get help.',
      ),
      black: text(
        '极端高温，危险。请停止比赛，走到最近的医疗点或收容车，听从工作人员安排。',
        '極端高溫，危險。請停止比賽，走到最近的醫療點或收容車，聽從工作人員安排。',
        'Extreme heat. This is dangerous. Stop running, walk to the nearest medical post or sweep bus and follow staff instructions.',
      ),
    },
    air: {
      green: text('空气良好，正常参赛。', '空氣良好，正常參賽。', 'Good air quality. Run as usual.'),
      yellow: text(
        '轻度污染。有呼吸道或心脏疾病者请降低强度。',
        '輕度污染。有呼吸道或心臟疾病者請降低強度。',
        'The air is slightly polluted. Take it easier if you have a lung or heart condition.',
      ),
      red: text(
        '中度污染。请降低强度；咳嗽、胸闷请停下求助。',
        '中度污染。請降低強度；咳嗽、胸悶請停下求助。',
        'The air is polluted. Take it easier. If you cough or your chest feels tight, stop and get help.',
      ),
      black: text(
        '重度污染，危险。请停止比赛，戴好口罩到室内，听从工作人员安排。',
        '重度污染，危險。請停止比賽，戴好口罩到室內，聽從工作人員安排。',
        'The air is heavily polluted and dangerous. Stop running, wear a mask, go indoors and follow staff instructions.',
      ),
    },
  },
} as const
