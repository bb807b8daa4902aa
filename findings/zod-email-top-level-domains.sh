#!/bin/sh
# z.email() takes letters alone for a top-level domain, and so refuses every one in a script of India (and of China, Russia, Arabia),
# in the ASCII form too that mail servers and browsers use. better-auth checks every address by it and has no setting. The pattern of
# HTML, which zod exports beside it, takes the ASCII form.
#
# Version: zod 4.6.7
# Seen: see the comparison at the end
. "$(dirname "$0")/_run.sh"
npm_install zod@4.6.7

cat > read.cjs <<'JS'
const { z } = require('zod');
const { domainToASCII } = require('node:url');
for (const domain of ['example.com', 'example.museum', domainToASCII('उदाहरण.com'), domainToASCII('उदाहरण.भारत')]) {
  const address = `asha@${domain}`;
  const taken = [z.email(), z.email({ pattern: z.regexes.html5Email })].map((schema) => schema.safeParse(address).success);
  console.log(address, ...taken);
}
JS
expect "asha@example.com true true
asha@example.museum true true
asha@xn--p1b6ci4b4b3a.com true true
asha@xn--p1b6ci4b4b3a.xn--h2brj9c false true" node read.cjs
