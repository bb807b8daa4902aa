/**
 * Puts PDF files one after the other into a single file.
 * @param parts at least one complete PDF each
 * @throws RangeError without parts, Error for a part that is no PDF
 */
export async function mergePdfs(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const [first, ...others] = parts;
  if (!first) throw new RangeError('nothing to merge');
  if (others.length === 0) return first;
  // Loaded with the first merge: most processes never do one.
  const { PDFDocument } = await import('pdf-lib');
  const merged = await PDFDocument.create();
  for (const part of parts) {
    const document = await PDFDocument.load(part);
    const pages = await merged.copyPages(document, document.getPageIndices());
    for (const page of pages) merged.addPage(page);
  }
  return merged.save();
}
