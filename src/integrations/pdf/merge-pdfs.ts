import type * as PdfLib from 'pdf-lib';
import { MergedStructure } from './merged-structure.js';

interface Bookmark {
  title: string;
  page: PdfLib.PDFRef;
}

/**
 * Puts PDF files one after the other into a single file, with a bookmark for each that has a title, and with what the parts say for
 * those who have it read to them: tags, language, author, and the places that links within them lead to.
 * @param parts at least one complete PDF each; a single one is given back as it is
 * @param title of the file, where there are several parts
 * @throws RangeError without parts, Error for a part that is not a PDF
 */
export async function mergePdfs(parts: readonly Uint8Array[], title: string): Promise<Uint8Array> {
  const [first, ...others] = parts;
  if (!first) throw new RangeError('nothing to merge');
  if (others.length === 0) return first;
  // Loaded with the first merge: most processes never do one.
  const pdf = await import('pdf-lib');
  const merged = await pdf.PDFDocument.create({ updateMetadata: false });
  const structure = new MergedStructure(pdf, merged);
  // The dates of the latest part, not the current time: merging the same files again gives the same bytes.
  let latest = new Date(0);
  let author: string | undefined;
  const bookmarks: Bookmark[] = [];
  for (const part of parts) {
    const document = await pdf.PDFDocument.load(part, { updateMetadata: false });
    const pages = structure.add(document);
    const made = document.getModificationDate() ?? document.getCreationDate();
    if (made && made > latest) latest = made;
    author ??= document.getAuthor();
    const name = document.getTitle();
    const [start] = pages;
    if (start && name) bookmarks.push({ title: name, page: start });
  }
  structure.write();
  merged.setProducer('haat');
  merged.setCreationDate(latest);
  merged.setModificationDate(latest);
  if (author !== undefined) merged.setAuthor(author);
  merged.setTitle(title, { showInWindowTitleBar: true });
  if (bookmarks.length > 0) addBookmarks(pdf, merged, bookmarks);
  return merged.save();
}

/** Writes the outline of the document (ISO 32000-1, 12.3.3), which the library has no call for. */
function addBookmarks(
  { PDFHexString, PDFName }: typeof PdfLib,
  { catalog, context }: PdfLib.PDFDocument,
  bookmarks: readonly Bookmark[],
): void {
  const root = context.nextRef();
  const refs = bookmarks.map(() => context.nextRef());
  bookmarks.forEach(({ title, page }, index) => {
    const [ref, before, after] = [refs[index], refs[index - 1], refs[index + 1]];
    if (!ref) return;
    const item = context.obj({ Parent: root, Dest: [page, 'Fit'] });
    item.set(PDFName.of('Title'), PDFHexString.fromText(title));
    if (before) item.set(PDFName.of('Prev'), before);
    if (after) item.set(PDFName.of('Next'), after);
    context.assign(ref, item);
  });
  const ends = { First: refs[0] ?? root, Last: refs.at(-1) ?? root };
  context.assign(root, context.obj({ Type: 'Outlines', ...ends, Count: refs.length }));
  catalog.set(PDFName.of('Outlines'), root);
  catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'));
}
