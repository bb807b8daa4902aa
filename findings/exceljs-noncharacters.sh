#!/bin/sh
# exceljs 4.4.0 strips control characters from texts, but not U+FFFE and U+FFFF, which are no characters of XML 1.0 (section 2.2). The
# workbook is written without an error, and a reader refuses the whole of it, with every other row.
#
# Versions: exceljs 4.4.0, openpyxl 3.1.5, Python 3 with its own expat
# Seen: U+000B reads back, because it is stripped; U+FFFF: "not well-formed (invalid token)"
. "$(dirname "$0")/_run.sh"
npm_install exceljs@4.4.0
pip_install openpyxl==3.1.5

cat > write.cjs <<'JS'
const { Workbook } = require('exceljs');
const write = async (file, text) => {
  const workbook = new Workbook();
  workbook.addWorksheet('Buyers').addRows([['Asha'], [text], ['Ravi']]);
  await workbook.xlsx.writeFile(file);
};
write('control.xlsx', 'a\u000bb').then(() => write('nonchar.xlsx', 'a\uffffb'));
JS
node write.cjs

cat > read.py <<'PY'
import sys, openpyxl
for name in ('control', 'nonchar'):
    try:
        rows = [row[0].value for row in openpyxl.load_workbook(name + '.xlsx').active.iter_rows()]
        print(name, rows)
    except Exception as error:
        print(name, 'refused:', str(error).split(':')[0])
PY
expect "control ['Asha', 'ab', 'Ravi']
nonchar refused: not well-formed (invalid token)" python_run read.py
