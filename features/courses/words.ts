import { refusal, text } from '#contract/words.ts'
import type { CourseDoubt, SpotKind } from './contract.ts'

export const refusals = {
  gpx_missing: refusal('422', '请选择一个 GPX 文件', '請選擇一個 GPX 檔案', 'Please choose a GPX file'),
  gpx_too_large: refusal(
    '422',
    'GPX 文件太大了，最多 20 MB',
    'GPX 檔案太大了，最多 20 MB',
    'The GPX file is too large: at most 20 MB',
  ),
  gpx_unreadable: refusal(
    '422',
    '这不是可读取的 GPX 文件',
    '這不是可讀取的 GPX 檔案',
    'This is not a GPX file that can be read',
  ),
  gpx_empty: refusal(
    '422',
    '这个文件里没有轨迹或路线，只有孤立的点',
    '這個檔案裡沒有軌跡或路線，只有孤立的點',
    'There is no track and no route in this file',
  ),
  course_not_found: refusal('404', '这个组别还没有路线', '這個組別還沒有路線', 'This event has no course yet'),
  guidebook_missing: refusal('422', '请选择一个 PDF 文件', '請選擇一個 PDF 檔案', 'Please choose a PDF file'),
  guidebook_too_large: refusal(
    '422',
    'PDF 文件太大了，最多 20 MB',
    'PDF 檔案太大了，最多 20 MB',
    'The PDF is too large: at most 20 MB',
  ),
  not_a_pdf: refusal(
    '422',
    '这不是可用的 PDF：不能含有脚本或附件',
    '這不是可用的 PDF：不能含有指令碼或附件',
    'This is not a usable PDF: it must hold no scripts and no attached files',
  ),
} as const

export const spotWords: Record<SpotKind, ReturnType<typeof text>> = {
  start: text('起点', '起點', 'Start'),
  finish: text('终点', '終點', 'Finish'),
  aid: text('补给站', '補給站', 'Aid station'),
  medical: text('医疗点', '醫療站', 'First aid'),
  toilet: text('卫生间', '洗手間', 'Toilets'),
  view: text('观景点', '觀景點', 'Viewpoint'),
  other: text('地点', '地點', 'Place'),
}
export const courseDoubtWords: Record<CourseDoubt, ReturnType<typeof text>> = {
  no_elevation: text(
    '轨迹中没有海拔数据，无法给出爬升。',
    '軌跡中沒有海拔資料，無法提供爬升。',
    "The track has no elevation data, so the climb can't be shown.",
  ),
  some_elevation: text(
    '部分路段没有海拔数据，爬升仅供参考。',
    '部分路段沒有海拔資料，爬升僅供參考。',
    'Elevation data is missing for part of the course. Take the climb as a guide.',
  ),
  gap: text(
    '轨迹中有一段缺失，缺口处以直线相连。',
    '軌跡中有一段缺漏，缺口處以直線相連。',
    'The track has a gap, drawn as a straight line.',
  ),
  length_differs: text(
    '轨迹长度与公布的距离相差较大，请以现场赛道为准。',
    '軌跡長度與公布的距離相差較大，請以現場賽道為準。',
    'The track length differs from the published distance. The marked course counts on race day.',
  ),
  several_tracks: text(
    '文件里有几段互不相连的轨迹，这里用的是最长的一段。',
    '檔案裡有幾段互不相連的軌跡，這裡用的是最長的一段。',
    'The file has several separate tracks. The longest one is shown.',
  ),
  route_only: text(
    '这是由少数几个点连成的路线，不是实测轨迹。',
    '這是由少數幾個點連成的路線，不是實測軌跡。',
    'This is a route drawn through a few points, not a recorded track.',
  ),
}

export const words = {
  route: text('路线图', '路線圖', 'Route map'),
  map: text(
    '路线图：{event}。方向键移动，加减号缩放。',
    '路線圖：{event}。方向鍵移動，加減號縮放。',
    'Course map: {event}. Arrow keys move it; plus and minus zoom.',
  ),
  profile: text('海拔', '海拔', 'Elevation'),
  profile_touch: text('手指按住，沿路线滑动', '手指按住，沿路線滑動', 'Slide your finger along the course'),
  profile_text: text(
    '左右方向键沿路线移动',
    '左右方向鍵沿路線移動',
    'Use the left and right arrow keys to move along the course',
  ),
  here: text('{km} 公里', '{km} 公里', 'km {km}'),
  here_high: text('{km} 公里，海拔 {ele} 米', '{km} 公里，海拔 {ele} 公尺', 'km {km}, {ele} m above sea level'),
  distance: text('轨迹长度', '軌跡長度', 'Length'),
  ascent: text('累计爬升', '累計爬升', 'Ascent'),
  descent: text('累计下降', '累計下降', 'Descent'),
  highest: text('最高点', '最高點', 'Highest point'),
  lowest: text('最低点', '最低點', 'Lowest point'),
  metres: text('{n} 米', '{n} 公尺', '{n} m'),
  km: text('{n} 公里', '{n} 公里', '{n} km'),
  event: text('组别', '組別', 'Event'),
  spots: text('沿途站点', '沿途站點', 'Along the course'),
  spot: text('站点', '站點', 'Place'),
  where: text('位置', '位置', 'Where'),
  off_course: text('赛道外', '賽道外', 'Off the course'),
  on_map: text('在图上查看', '在圖上檢視', 'Show on the map'),
  download: text('下载 GPX', '下載 GPX', 'Download GPX'),
  download_text: text(
    '{size}，可导入手表或地图应用',
    '{size}，可匯入手錶或地圖應用程式',
    '{size}, for your watch or map app',
  ),
  none: text('路线还没有公布', '路線還沒有公布', 'Course coming soon'),
  none_text: text(
    '公布后这里会有路线图、海拔和补给站',
    '公布後這裡會有路線圖、海拔和補給站',
    'The map, elevation profile and aid stations will be shown here',
  ),
  none_event: text(
    '这个组别的路线还没有公布',
    '這個組別的路線還沒有公布',
    "The course for this event isn't published yet",
  ),
  note: text('请注意', '請注意', 'Please note'),
  method: text(
    '爬升按每 20 米取一个高度、前后 100 米平均后计算，起伏不足 3 米的不计入。',
    '爬升以每 20 公尺取一個高度、前後 100 公尺平均後計算，起伏不足 3 公尺者不計入。',
    'Climb: heights every 20 m, averaged over 100 m; rises under 3 m are not counted.',
  ),
  loop: text('环线', '環線', 'Loop'),
  start_title: text('起点', '起點', 'Start'),
  start_none: text('起跑安排还没有公布', '起跑安排還沒有公布', 'Start details coming soon'),
  start_none_text: text(
    '各组别的起跑时间、地点和分区会在赛前公布',
    '各組別的起跑時間、地點和分區會在賽前公布',
    'Start times, place and start zones will be published before the race',
  ),
  start_at: text('起跑时间', '起跑時間', 'Start'),
  start_place: text('起跑地点', '起跑地點', 'Start location'),
  zones: text('分区起跑', '分區起跑', 'Start zones'),
  zone: text('{name} 区', '{name} 區', 'Zone {name}'),
  how: text('交通指引', '交通指引', 'Getting there'),
  luggage: text('存衣', '寄物', 'Bag drop'),
  racepack: text('领取参赛包', '領取參賽包', 'Collect your race pack'),
  directions: text('导航去起点', '導航到起點', 'Directions to the start'),
  see_route: text('看路线', '看路線', 'View the course'),
  home_route: text('路线', '路線', 'The course'),
} as const
