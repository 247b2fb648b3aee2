import { refusal, text } from '#contract/words.ts'

export const refusals = {
  map_file_missing: refusal(
    '422',
    '数据目录的 maps 文件夹里没有这个 PMTiles 文件（版本 3）',
    '資料目錄的 maps 資料夾裡沒有這個 PMTiles 檔案（版本 3）',
    'The folder maps of the data folder has no such PMTiles file of version 3',
  ),
} as const

export const words = {
  title: text('地图', '地圖', 'Map'),
  description: text(
    '路线页、直播页和酒店地图的底图。',
    '路線頁、直播頁和飯店地圖的底圖。',
    'The ground of the maps on the course page, the live page and the page of hotels.',
  ),
  kind: text('底图', '底圖', 'Ground'),
  plain: text('不使用底图', '不使用底圖', 'None'),
  plain_text: text(
    '只画路线，不访问其他网站。',
    '只畫路線，不存取其他網站。',
    'Only the course is drawn. Pages ask no other host.',
  ),
  raster: text('图片瓦片', '圖磚', 'Picture tiles'),
  raster_text: text(
    '例如高德、天地图或 OpenStreetMap 的瓦片。',
    '例如高德、天地圖或 OpenStreetMap 的圖磚。',
    'Such as tiles of Amap, Tianditu or OpenStreetMap.',
  ),
  style: text('MapLibre 样式', 'MapLibre 樣式', 'MapLibre style'),
  style_text: text('矢量地图服务的样式文件。', '向量地圖服務的樣式檔。', 'The style file of a service of vector maps.'),
  file: text('PMTiles 文件', 'PMTiles 檔案', 'PMTiles file'),
  file_text: text(
    '由本服务器提供，不访问其他网站。',
    '由本伺服器提供，不存取其他網站。',
    'This server sends it. Pages ask no other host.',
  ),
  tiles: text('瓦片地址', '圖磚位址', 'Addresses of the tiles'),
  tiles_hint: text(
    '每行一个，包含 {z}、{x} 和 {y}。',
    '每行一個，包含 {z}、{x} 和 {y}。',
    'One a line, each with {z}, {x} and {y}.',
  ),
  tile_size: text('瓦片边长', '圖磚邊長', 'Size of a tile'),
  pixels: text('{n} 像素', '{n} 像素', '{n} px'),
  max_zoom: text('最大缩放级别', '最大縮放層級', 'Deepest zoom'),
  style_address: text('样式地址', '樣式位址', 'Address of the style'),
  hosts: text('样式使用的其他网站', '樣式使用的其他網站', 'Further hosts of the style'),
  hosts_hint: text(
    '瓦片、字体和图标所在的网站，每行一个，例如 https://tiles.example.com。',
    '圖磚、字型和圖示所在的網站，每行一個，例如 https://tiles.example.com。',
    'The hosts of its tiles, letters and pictures, one a line, such as https://tiles.example.com.',
  ),
  file_name: text('文件', '檔案', 'File'),
  no_files: text(
    '请把 PMTiles 文件（版本 3）放进数据目录的 maps 文件夹。',
    '請把 PMTiles 檔案（版本 3）放進資料目錄的 maps 資料夾。',
    'Put a PMTiles file of version 3 into the folder maps of the data folder.',
  ),
  coordinates: text('坐标系', '座標系統', 'Coordinate system'),
  wgs84: text('WGS-84（GPS）', 'WGS-84（GPS）', 'WGS-84 (GPS)'),
  gcj02: text('GCJ-02（高德、腾讯）', 'GCJ-02（高德、騰訊）', 'GCJ-02 (Amap, Tencent)'),
  bd09: text('BD-09（百度）', 'BD-09（百度）', 'BD-09 (Baidu)'),
  coordinates_hint: text(
    '选错时，路线会偏离道路几百米。',
    '選錯時，路線會偏離道路幾百公尺。',
    'With the wrong system the course lies some hundred metres beside its roads.',
  ),
  credit: text('版权说明', '版權說明', 'Credit'),
  credit_hint: text(
    '显示在地图上，例如 © OpenStreetMap。',
    '顯示在地圖上，例如 © OpenStreetMap。',
    'Stands on the map, such as © OpenStreetMap contributors.',
  ),
  credit_url: text('版权说明的链接', '版權說明的連結', 'Link of the credit'),
  wrong_address: text('请检查这些地址', '請檢查這些位址', 'Please check these addresses'),
  wrong_hosts: text('请检查这些网站', '請檢查這些網站', 'Please check these hosts'),
  save: text('保存', '儲存', 'Save'),
  saved: text(
    '已保存。页面重新打开后使用新的底图。',
    '已儲存。頁面重新開啟後使用新的底圖。',
    'Saved. Pages that are opened from now on use it.',
  ),
  preview: text('预览', '預覽', 'Preview'),
  preview_map: text('底图预览', '底圖預覽', 'Preview of the ground'),
  preview_text: text(
    '已保存的底图。线在北京天安门前的长安街上：如果偏离道路，请更换坐标系。',
    '已儲存的底圖。線在北京天安門前的長安街上：如果偏離道路，請更換座標系統。',
    "The saved ground. The line lies on Chang'an Avenue in Beijing. If it is beside the road, choose another system.",
  ),
  no_webgl: text('此浏览器无法显示地图。', '此瀏覽器無法顯示地圖。', 'This browser cannot draw maps.'),
} as const
