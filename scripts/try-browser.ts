import { createPdfRenderer } from '#integrations/pdf/create-pdf-renderer.js';
import { exitWithOneLine } from '#lib/exit.js';

/** Prints one page: unpacks the browser where that is still to be done, and fails where it cannot work. */
const pdf = createPdfRenderer({ chromePath: process.env['CHROME_PATH'] || undefined });
try {
  const file = await pdf.render('<!doctype html><meta charset="utf-8"><p>₹ नमस्ते</p>');
  console.log(`The browser works: ${file.byteLength} bytes`);
} catch (error) {
  exitWithOneLine(error);
} finally {
  await pdf.close();
}
