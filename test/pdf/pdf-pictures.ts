import { PDFiumLibrary } from '@hyzyla/pdfium';

export interface PagePicture {
  width: number;
  height: number;
  /** One byte a pixel, 0 black to 255 white. */
  pixels: Uint8Array;
  /** What can be selected and copied; says nothing about what can be seen. */
  text: string;
}

/** Draws every page of a PDF as a viewer would, with an engine that shares no code with the one that wrote it. */
export async function picturesOf(pdf: Uint8Array, scale = 2): Promise<PagePicture[]> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    const pictures: PagePicture[] = [];
    for (const page of document.pages()) {
      const text = page.getText(); // First: drawing a page closes it.
      const { width, height, data } = await page.render({ scale, colorSpace: 'Gray', render: 'bitmap' });
      pictures.push({ width, height, pixels: Uint8Array.from(data), text });
    }
    document.destroy();
    return pictures;
  } finally {
    library.destroy();
  }
}

/** The number of dark pixels. */
export function inkOf({ pixels }: PagePicture): number {
  return pixels.reduce((count, pixel) => count + (pixel < 128 ? 1 : 0), 0);
}

/** The number of pixels in which two pictures of one size clearly differ. */
export function difference(left: PagePicture, right: PagePicture): number {
  return left.pixels.reduce(
    (count, pixel, index) => count + (Math.abs(pixel - (right.pixels[index] ?? 0)) > 128 ? 1 : 0),
    0,
  );
}
