#!/bin/sh
# html-to-text counts U+200B (zero width space) among its blanks: a word with one, as a place to break a long name or as scripts
# without blanks have it, comes out as two words, or loses it at its ends. Unicode has it under Cf, not under white space.
# `whitespaceCharacters` sets other blanks.
#
# Version: html-to-text 10.0.1
# Seen: see the comparison at the end
. "$(dirname "$0")/_run.sh"
npm_install html-to-text@10.0.1

cat > read.cjs <<'JS'
const { convert } = require('html-to-text');
const shown = (text) => JSON.stringify(text).replace(/\u200b/g, '\\u200b');
console.log('by default', shown(convert('<p>Thiru\u200bvananthapuram</p>')));
console.log('with blanks named', shown(convert('<p>Thiru\u200bvananthapuram</p>', { whitespaceCharacters: ' \t\r\n\f' })));
JS
expect 'by default "Thiru vananthapuram"
with blanks named "Thiru\u200bvananthapuram"' node read.cjs
