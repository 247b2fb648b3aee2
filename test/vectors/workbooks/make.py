"""Writes workbooks in the shapes of the programs that people use, broken and hostile ones, and what must be read of each.

Only zipfile is used: every part is written by hand after ECMA-376, as each program writes it.
"""
import gzip
import io
import json
import os
import struct
import zipfile

MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
STRICT = 'http://purl.oclc.org/ooxml/spreadsheetml/main'
DOC = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
STAMP = (2026, 11, 22, 12, 0, 0)
expected = {}


def archive(parts, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, 'w', method, compresslevel=9) as out:
        for name, text in parts.items():
            info = zipfile.ZipInfo(name, STAMP)
            info.compress_type = method
            out.writestr(info, text)
    return buffer.getvalue()


def relations(*rows):
    body = ''.join(f'<Relationship Id="{i}" Type="{t}" Target="{x}"{more}/>' for i, t, x, more in rows)
    return f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{body}</Relationships>'


def book(sheets, properties='', namespace=MAIN):
    rows = ''.join(f'<sheet name="{n}" sheetId="{k}" {s} r:id="rId{k}"/>' for k, (n, s) in enumerate(sheets, 1))
    return f'{HEAD}<workbook xmlns="{namespace}" xmlns:r="{DOC}">{properties}<sheets>{rows}</sheets></workbook>'


def sheet(rows, before='', after=''):
    return f'{HEAD}<worksheet xmlns="{MAIN}" xmlns:r="{DOC}">{before}<sheetData>{rows}</sheetData>{after}</worksheet>'


def parts(sheets, workbook=None, styles=None, strings=None, first='xl/'):
    """A package of some sheets (name, xml), by the usual names."""
    listed = [(f'rId{k}', f'{DOC}/worksheet', f'worksheets/sheet{k}.xml', '') for k in range(1, len(sheets) + 1)]
    if styles:
        listed.append(('rId90', f'{DOC}/styles', 'styles.xml', ''))
    if strings:
        listed.append(('rId91', f'{DOC}/sharedStrings', 'sharedStrings.xml', ''))
    made = {
        '[Content_Types].xml': f'{HEAD}<Types xmlns="{PACKAGE}/content-types"/>',
        '_rels/.rels': relations(('rId1', f'{DOC}/officeDocument', f'{first}workbook.xml', '')),
        f'{first}workbook.xml': workbook or book([(name, '') for name, _ in sheets]),
        f'{first}_rels/workbook.xml.rels': relations(*listed),
    }
    for k, (_, xml) in enumerate(sheets, 1):
        made[f'{first}worksheets/sheet{k}.xml'] = xml
    if styles:
        made[f'{first}styles.xml'] = styles
    if strings:
        made[f'{first}sharedStrings.xml'] = strings
    return made


def styles(own, formats, cell_style=0):
    numbers = ''.join(f'<numFmt numFmtId="{i}" formatCode="{c}"/>' for i, c in own)
    xfs = ''.join(f'<xf numFmtId="{i}" fontId="0" xfId="0" applyNumberFormat="1"/>' for i in formats)
    return (
        f'{HEAD}<styleSheet xmlns="{MAIN}"><numFmts count="{len(own)}">{numbers}</numFmts>'
        f'<cellStyleXfs count="1"><xf numFmtId="{cell_style}"/></cellStyleXfs><cellXfs count="{len(formats)}">{xfs}</cellXfs></styleSheet>'
    )


def strings(*items):
    return f'{HEAD}<sst xmlns="{MAIN}" count="{len(items)}" uniqueCount="{len(items)}">{"".join(items)}</sst>'


def si(text):
    return f'<si><t xml:space="preserve">{text}</t></si>'


def inline(*cells, r=''):
    body = ''.join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' if cell else '<c/>' for cell in cells)
    return f'<row{r}>{body}</row>'


def days(hours, minutes, seconds):
    return repr((hours * 3600 + minutes * 60 + seconds) / 86400)


def write(name, data, **says):
    """A workbook that is read, or one that is not."""
    name = f"{'refused' if 'unreadable' in says else 'read'}/{name}"
    os.makedirs(os.path.dirname(name), exist_ok=True)
    with open(name, 'wb') as out:
        out.write(data)
    expected[name] = says


# Excel: shared strings with runs and pronunciation, numbers by style, a title over the table, an empty row.
ss = strings(
    si('2026 测试马拉松成绩'),
    si('号码布'),
    '<si><r><rPr><b/></rPr><t>姓</t></r><r><t xml:space="preserve"> 名</t></r><rPh sb="0" eb="1"><t>xing</t></rPh></si>',
    si('枪声成绩'), si('净成绩'), si('出生日期'), si('完赛率'), si('领奖'), si('备注'),
    si('张三'), si('O&apos;Neil &amp; Söhne'), si('第一行_x000D_\n第二行'), si('DNF'), si('_x005F_x000D_'),
)
st = styles(
    [(176, '00000'), (177, '[h]:mm:ss;@'), (178, 'yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@'), (179, '&quot;W&quot;0')],
    [0, 176, 21, 177, 178, 10, 14, 179, 46, 20, 47],
)
rows = (
    '<row r="1" spans="1:8"><c r="A1" t="s"><v>0</v></c></row>'
    '<row r="3">' + ''.join(f'<c r="{c}3" t="s"><v>{n}</v></c>' for c, n in zip('ABCDEFGH', range(1, 9))) + '</row>'
    f'<row r="4"><c r="A4" s="1"><v>123</v></c><c r="B4" t="s"><v>9</v></c><c r="C4" s="2"><v>{days(3, 5, 12)}</v></c>'
    f'<c r="D4" s="3"><v>{days(3, 4, 59)}</v></c><c r="E4" s="4"><v>33000</v></c><c r="F4" s="5"><v>0.98765</v></c>'
    '<c r="G4" t="b"><v>1</v></c><c r="H4" t="s"><v>11</v></c></row>'
    f'<row r="5"><c r="A5" s="7"><v>7</v></c><c r="B5" t="s"><v>10</v></c><c r="C5" s="8"><v>{days(25, 10, 0)}</v></c>'
    f'<c r="D5" s="2"><f>C5-TIME(0,0,1)</f><v>{days(25, 9, 59)}</v></c><c r="E5" s="6"><v>33000.0</v></c>'
    '<c r="F5"><v>0.1</v></c><c r="G5" t="e"><v>#N/A</v></c><c r="H5" t="str"><f>"A"&amp;"B"</f><v>AB</v></c></row>'
    '<row r="7"><c r="A7"><v>110101199003070000</v></c><c r="B7" t="inlineStr"><is><r><t>李</t></r><r><t>四</t></r></is></c>'
    f'<c r="C7" t="s"><v>12</v></c><c r="D7" s="10"><v>{days(0, 24, 38.4)}</v></c><c r="E7" s="9"><v>{days(3, 24, 0)}</v></c>'
    f'<c r="F7" s="9"><v>{days(3, 24, 5)}</v></c><c r="H7" t="s"><v>13</v></c><c r="XFD7" s="1"/></row>'
)
write(
    'excel.xlsx',
    archive({
        **parts([('成绩', sheet(rows, '<dimension ref="A1:H7"/>', '<mergeCells count="1"><mergeCell ref="A1:H1"/></mergeCells>'))], styles=st, strings=ss),
        'docProps/app.xml': f'{HEAD}<Properties/>',
    }),
    header=['号码布', '姓 名', '枪声成绩', '净成绩', '出生日期', '完赛率', '领奖', '备注'],
    rows=[
        ['00123', '张三', '3:05:12', '3:04:59', '1990-05-07', '98.77%', 'TRUE', '第一行\r\n第二行'],
        ['W7', "O'Neil & Söhne", '25:10:00', '25:09:59', '1990-05-07', '0.1', '#N/A', 'AB'],
        ['110101199003070000', '李四', 'DNF', '24:38.4', '3:24', '3:24:05', '', '_x000D_'],
    ],
    lines=[4, 5, 7],
)

# WPS: one sheet, its own extension namespaces, dates by the numbers of Chinese programs, times as 上午/下午.
st = styles([(41, '_ * #,##0_ ;_ * \\-#,##0_ ;_ * &quot;-&quot;_ ;_ @_ ')], [0, 57, 55, 33, 49, 1])
rows = (
    '<row r="1" ht="18"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>'
    f'<row r="2"><c r="A2" s="4" t="s"><v>4</v></c><c r="B2" s="1"><v>46348</v></c><c r="C2" s="2"><v>{days(13, 5, 0)}</v></c>'
    f'<c r="D2" s="3"><v>{days(4, 5, 6)}</v></c></row>'
)
write(
    'wps.xlsx',
    archive(parts(
        [('Sheet1', sheet(rows)), ('Sheet2', sheet('')), ('Sheet3', sheet(''))],
        styles=st, strings=strings(si('参赛号'), si('日期'), si('时刻'), si('成绩'), si('A0012')),
    )),
    header=['参赛号', '日期', '时刻', '成绩'],
    rows=[['A0012', '2026-11-22', '13:05', '4:05:06']],
    lines=[2],
)

# LibreOffice: cells repeated to the last column, empty styled rows, booleans as formulas, dates as of 1904.
rows = (
    '<row r="1" customFormat="false"><c r="A1" s="0" t="inlineStr"><is><t>Bib</t></is></c><c r="B1" s="0" t="inlineStr"><is><t>Time</t></is></c>'
    '<c r="C1" s="0" t="inlineStr"><is><t>Born</t></is></c></row>'
    f'<row r="2"><c r="A2" s="0" t="n"><v>11</v></c><c r="B2" s="1" t="n"><f aca="false">1/2</f><v>{days(2, 59, 59.6)}</v></c>'
    '<c r="C2" s="2" t="n"><v>31538</v></c><c r="D2" s="1"/></row>'
    '<row r="1048576"><c r="A1048576" s="1"/></row>'
)
write(
    'libreoffice.xlsx',
    archive(parts(
        [('Sheet1', sheet(rows))], styles=styles([(164, 'General'), (165, '[HH]:MM:SS'), (166, 'YYYY\\-MM\\-DD')], [164, 165, 166]),
        workbook=book([('Sheet1', 'state="visible"')], '<fileVersion appName="Calc"/><workbookPr date1904="true"/>'),
    )),
    header=['Bib', 'Time', 'Born'],
    rows=[['11', '2:59:59.6', '1990-05-07']],
    lines=[2],
)

# Numbers: a prefix before every name, rows and cells that do not say where they stand, parts by absolute names.
x = lambda text: text.replace('<', '<x:').replace('<x:/', '</x:')
rows = x('<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c><v>5</v></c><c><v>2.5</v></c></row>')
made = parts([('Sheet 1', f'{HEAD}<x:worksheet xmlns:x="{MAIN}"><x:sheetData>{rows}</x:sheetData></x:worksheet>')])
made['xl/_rels/workbook.xml.rels'] = relations(
    ('rId1', f'{DOC}/worksheet', '/xl/worksheets/sheet1.xml', ''), ('rId2', f'{DOC}/sharedStrings', '/xl/sharedStrings.xml', ''),
    ('rId3', f'{DOC}/hyperlink', 'https://example.org/', ' TargetMode="External"'),
)
made['xl/sharedStrings.xml'] = f'{HEAD}<x:sst xmlns:x="{MAIN}"><x:si><x:t>No.</x:t></x:si><x:si><x:t>Km</x:t></x:si></x:sst>'
made['xl/workbook.xml'] = (
    f'{HEAD}<x:workbook xmlns:x="{MAIN}" xmlns:r="{DOC}"><x:sheets><x:sheet name="Sheet 1" sheetId="1" r:id="rId1"/></x:sheets></x:workbook>'
)
write('numbers.xlsx', archive(made, zipfile.ZIP_STORED), header=['No.', 'Km'], rows=[['5', '2.5']], lines=[2])

# Strict Open XML: other namespaces and kinds, dates as text.
made = parts([('S', sheet('<row><c t="str"><v>Bib</v></c><c t="str"><v>At</v></c></row><row><c><v>5</v></c><c t="d"><v>2026-11-22T07:30:00</v></c></row>').replace(MAIN, STRICT))])
made = {name: text.replace(DOC, 'http://purl.oclc.org/ooxml/officeDocument/relationships') for name, text in made.items()}
write('strict.xlsx', archive(made), header=['Bib', 'At'], rows=[['5', '2026-11-22 07:30:00']], lines=[2])

# A part with a name in Chinese.
made = parts([('成绩', sheet(inline('Bib', 'Time') + inline('3', '3:20:00')))])
made['xl/worksheets/成绩 1.xml'] = made.pop('xl/worksheets/sheet1.xml')
made['xl/_rels/workbook.xml.rels'] = made['xl/_rels/workbook.xml.rels'].replace('sheet1.xml', '成绩 1.xml')
write('named.xlsx', archive(made), header=['Bib', 'Time'], rows=[['3', '3:20:00']], lines=[2])

# An organiser's list: titles in two rows, cells merged over runners, a phone number under a format of powers of ten.
cells = lambda row, *values: f'<row r="{row}">' + ''.join(
    f'<c r="{c}{row}" {a}</c>' for c, a in zip('ABCDEF', values) if a
) + '</row>'
word = lambda text: f't="inlineStr"><is><t>{text}</t></is>'
number = lambda value, style=0: f's="{style}"><v>{value}</v>'
rows = (
    cells(1, word('2026 名单'))
    + cells(2, word('组别'), word('号码'), word('成绩'), '', word('电话'), word('俱乐部'))
    + cells(3, '', '', word('净'), word('枪'), '', '')
    + cells(4, word('全程女子'), word('A1'), word('3:00:00'), word('3:00:09'), number(13800138000, 1), word('甲'))
    + cells(5, '', word('A2'), word('3:01:00'), word('3:01:09'), number(13800138001, 1), '')
    + cells(7, '', word('A3'), word('3:02:00'), word('3:02:09'), number(0.00012, 1), word('乙'))
    + cells(8, word('全程男子'), word('A4'), word('2:02:00'), word('2:02:09'), number(13800138003, 2), '')
)
merges = ''.join(f'<mergeCell ref="{ref}"/>' for ref in ('A1:F1', 'A2:A3', 'B2:B3', 'C2:D2', 'A4:A7', 'F4:F6', 'C40:C41'))
write(
    'merged.xlsx',
    archive(parts([('名单', sheet(rows, after=f'<mergeCells count="7">{merges}</mergeCells>'))], styles=styles([], [0, 11, 48]))),
    header=['组别', '号码', '成绩', '', '电话', '俱乐部'],
    rows=[
        ['组别', '号码', '净', '枪', '', ''],
        ['全程女子', 'A1', '3:00:00', '3:00:09', '13800138000', '甲'],
        ['全程女子', 'A2', '3:01:00', '3:01:09', '13800138001', '甲'],
        ['全程女子', 'A3', '3:02:00', '3:02:09', '1.20E-04', '乙'],
        ['全程男子', 'A4', '2:02:00', '2:02:09', '13800138003', ''],
    ],
    lines=[3, 4, 5, 7, 8],
)

full = inline('Bib', 'Time') + inline('1', '3:00:00')
half = inline('Bib', 'Time') + inline('9', '1:30:00')
note = inline('Made by the timing firm')
write('notes.xlsx', archive(parts([('说明', sheet(note)), ('成绩', sheet(full)), ('图', sheet(''))])), header=['Bib', 'Time'], rows=[['1', '3:00:00']], lines=[2])
write('hidden.xlsx', archive(parts([('a', sheet(half)), ('b', sheet(full))], workbook=book([('a', 'state="veryHidden"'), ('b', '')]))), header=['Bib', 'Time'], rows=[['1', '3:00:00']], lines=[2])
write('several.xlsx', archive(parts([('全程', sheet(full)), ('半程 &amp; 十公里', sheet(half))])), unreadable='several_sheets', sheets=['全程', '半程 & 十公里'])
write('empty.xlsx', archive(parts([('Sheet1', sheet(''))])), header=[], rows=[], lines=[])
write('uncomputed.xlsx', archive(parts([('a', sheet(full + '<row r="3"><c r="A3"><v>2</v></c><c r="B3"><f>B2+1</f></c></row>'))])), unreadable='workbook_uncomputed', line=3)

# Others' files.
OLE = bytes.fromhex('d0cf11e0a1b11ae1') + bytes(504)
write('old.xls', OLE + 'Workbook'.encode('utf-16le') + bytes(496), unreadable='workbook_old')
write('locked.xlsx', OLE + 'EncryptionInfo'.encode('utf-16le') + bytes(36) + 'EncryptedPackage'.encode('utf-16le') + bytes(400), unreadable='workbook_locked')
write('page.xls', '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>号码</td></tr></table></html>'.encode(), unreadable='workbook_old')
write('document.docx', archive({'[Content_Types].xml': '<a/>', 'word/document.xml': '<a/>'}), unreadable='file_not_text')
write('binary.xlsb', archive({'_rels/.rels': relations(('r', f'{DOC}/officeDocument', 'xl/workbook.bin', '')), 'xl/workbook.bin': 'x'}), unreadable='file_not_text')

# Hostile ones.
whole = archive(parts([('a', sheet(full))]))
write('truncated.xlsx', whole[: len(whole) * 2 // 3], unreadable='workbook_broken')
broken = bytearray(whole)
broken[broken.find(b'xl/worksheets/sheet1.xml') + 24 + 40] ^= 255
write('altered.xlsx', bytes(broken), unreadable='workbook_broken')


def lying(parts, size, *names):
    """The sizes of some entries are not the sizes that they unpack to."""
    data = bytearray(archive(parts))
    for mark, at in ((b'PK\x03\x04', 22), (b'PK\x01\x02', 24)):
        start = 0
        while (start := data.find(mark, start)) >= 0:
            title = start + (30 if mark == b'PK\x03\x04' else 46)
            if any(data[title: title + len(name)] == name.encode() for name in names):
                struct.pack_into('<I', data, start + at, size)
            start += 4
    return bytes(data)


blank = sheet('<row><c t="inlineStr"><is><t>' + 'A' * 30_000_000 + '</t></is></c></row>')
write('bomb.xlsx', lying(parts([('a', blank)]), 1000, 'xl/worksheets/sheet1.xml'), unreadable='workbook_broken')
write('honest-bomb.xlsx', archive(parts([('a', blank)])), unreadable='workbook_too_large')
many = parts([('a', sheet(full))])
many.update({f'xl/s{n}': '' for n in range(10_000)})
write('entries.xlsx.gz', gzip.compress(archive(many, zipfile.ZIP_STORED), 9, mtime=0), unreadable='workbook_too_large')
laughs = '<!DOCTYPE l [<!ENTITY a "ha">' + ''.join(f'<!ENTITY {chr(98 + n)} "{("&" + chr(97 + n) + ";") * 10}">' for n in range(9)) + ']>'
evil = sheet(inline('Bib', 'Time') + inline('&j;', '3:00:00')).replace('<worksheet', f'{laughs}<worksheet')
write('laughs.xlsx', archive(parts([('a', evil)])), unreadable='workbook_broken')
outer = sheet(inline('Bib', 'Time') + inline('&f;', '3:00:00')).replace('<worksheet', '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><worksheet')
write('outer.xlsx', archive(parts([('a', outer)])), unreadable='workbook_broken')
write('path.xlsx', archive({**parts([('a', sheet(full))]), '../../../tmp/startline': 'x'}), unreadable='workbook_broken')
tall = sheet(''.join('<row><c><v>1</v></c><c><v>2</v></c></row>' for _ in range(1_048_576)))
write('rows.xlsx', archive(parts([('a', tall)])), unreadable='workbook_too_large')
wide = sheet(inline('Bib', 'Time') + '<row r="2"><c r="A2"><v>1</v></c><c r="XFD2"><v>1</v></c></row>')
write('wide.xlsx', archive(parts([('a', wide)])), unreadable='workbook_too_large')
long = 'x' * 30_000
repeated = sheet(inline('Bib', 'Time') + ''.join('<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>' for _ in range(20_000)))
write('repeated.xlsx', archive(parts([('a', repeated)], strings=strings(si(long)))), unreadable='workbook_too_large')
twice = archive(parts([('a', sheet(full))]))
buffer = io.BytesIO(twice)
with zipfile.ZipFile(buffer, 'a') as out:
    info = zipfile.ZipInfo('XL/workbook.xml', STAMP)
    out.writestr(info, book([('b', '')]))
write('twice.xlsx', buffer.getvalue(), unreadable='workbook_broken')
lost = sheet(inline('Bib', 'Time') + '<row r="2"><c t="s"><v>7</v></c><c t="inlineStr"><is><t>3:00:00</t></is></c></row>')
write('lost.xlsx', archive(parts([('a', lost)], strings=strings(si('only')))), unreadable='workbook_broken')
everywhere = ''.join('<mergeCell ref="A2:A1048576"/>' for _ in range(2000))
steps = sheet(inline('Bib', 'Time') + ''.join('<row><c><v>1</v></c><c><v>2</v></c></row>' for _ in range(20_000)), after=f'<mergeCells>{everywhere}</mergeCells>')
write('merges.xlsx', archive(parts([('a', steps)])), unreadable='workbook_too_large')
four = parts([(name, sheet(note)) for name in 'abcd'])
parts_of_sheets = [name for name in four if name.startswith('xl/worksheets/')]
write('large-sheets.xlsx', lying(four, 150_000_000, *parts_of_sheets), unreadable='workbook_too_large')
shared = parts([('a', sheet(note)), ('b', sheet(note))])
shared['xl/_rels/workbook.xml.rels'] = shared['xl/_rels/workbook.xml.rels'].replace('sheet2.xml', 'sheet1.xml')
write('shared-part.xlsx', archive(shared), unreadable='workbook_broken')
write('deep.xlsx', archive(parts([('a', sheet('<g>' * 200_000))])), unreadable='workbook_broken')

with open('expected.json', 'w', encoding='utf-8') as out:
    json.dump(expected, out, ensure_ascii=False, indent=2)
    out.write('\n')
