#!/bin/sh
# libphonenumber-js reads a telephone number in Arabic-Indic and in full-width digits, and not in those of any script of India: a buyer
# who types Devanagari is told that the number is none.
#
# Version: libphonenumber-js 1.13.16
# Seen: see the comparison at the end
. "$(dirname "$0")/_run.sh"
npm_install libphonenumber-js@1.13.16

cat > read.cjs <<'JS'
const { parsePhoneNumberFromString } = require('libphonenumber-js');
const scripts = { ASCII: 0x30, 'full-width': 0xff10, 'Arabic-Indic': 0x660, Devanagari: 0x966, Tamil: 0xbe6, Bengali: 0x9e6 };
for (const [name, zero] of Object.entries(scripts)) {
  const text = '+919820012345'.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  console.log(name, parsePhoneNumberFromString(text)?.number ?? 'no number');
}
JS
expect "ASCII +919820012345
full-width +919820012345
Arabic-Indic +919820012345
Devanagari no number
Tamil no number
Bengali no number" node read.cjs
