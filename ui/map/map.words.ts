import { text } from '#contract/words.ts'

export const mapWords = {
  navigate_to: text('导航到{name}', '導航到{name}', 'Directions to {name}'),
  amap: text('高德地图', '高德地圖', 'Amap'),
  baidu: text('百度地图', '百度地圖', 'Baidu Maps'),
  apple: text('苹果地图', 'Apple 地圖', 'Apple Maps'),
  google: text('谷歌地图', 'Google 地圖', 'Google Maps'),
  zoom_in: text('放大', '放大', 'Zoom in'),
  zoom_out: text('缩小', '縮小', 'Zoom out'),
  zoom_all: text('显示全程', '顯示全程', 'Show the whole course'),
  help_windows: text(
    '按住 Ctrl 并滚动可缩放地图',
    '按住 Ctrl 並捲動可縮放地圖',
    'Hold Ctrl and scroll to zoom the map',
  ),
  help_mac: text('按住 ⌘ 并滚动可缩放地图', '按住 ⌘ 並捲動可縮放地圖', 'Hold ⌘ and scroll to zoom the map'),
  help_mobile: text('用两根手指移动地图', '用兩根手指移動地圖', 'Use two fingers to move the map'),
} as const
