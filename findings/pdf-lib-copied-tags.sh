#!/bin/sh
# pdf-lib's copyPages takes a page with its `StructParents`, the number by which a reader finds the tags of the page, and leaves behind
# what the number belongs to: structure tree, `MarkInfo`, language and named destinations hang at the catalogue. A link by name then
# leads nowhere, and pages of two files have one number.
#
# Version: pdf-lib 1.17.1
# Seen: see the comparison at the end
. "$(dirname "$0")/_run.sh"
npm_install pdf-lib@1.17.1

cat > copy.cjs <<'JS'
const { PDFDocument, PDFName, PDFString } = require('pdf-lib');
async function tagged() {
  const file = await PDFDocument.create();
  const page = file.addPage();
  const { context, catalog } = file;
  const root = context.nextRef();
  const element = context.register(context.obj({ Type: 'StructElem', S: 'P', P: root, Pg: page.ref, K: 0 }));
  context.assign(root, context.obj({ Type: 'StructTreeRoot', K: [element], ParentTree: { Nums: [0, [element]] } }));
  page.node.set(PDFName.of('StructParents'), context.obj(0));
  catalog.set(PDFName.of('StructTreeRoot'), root);
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  catalog.set(PDFName.of('Lang'), PDFString.of('hi'));
  catalog.set(PDFName.of('Dests'), context.obj({ terms: [page.ref, 'Fit'] }));
  return PDFDocument.load(await file.save());
}
async function merged() {
  const target = await PDFDocument.create();
  for (const part of [await tagged(), await tagged()]) {
    const [page] = await target.copyPages(part, [0]);
    target.addPage(page);
  }
  const { catalog } = target;
  for (const name of ['StructTreeRoot', 'MarkInfo', 'Lang', 'Dests']) console.log(name, catalog.has(PDFName.of(name)));
  const numbers = target.getPages().map(({ node }) => String(node.get(PDFName.of('StructParents'))));
  console.log('StructParents', numbers.join(' '));
}
merged();
JS
expect "StructTreeRoot false
MarkInfo false
Lang false
Dests false
StructParents 0 0" node copy.cjs
