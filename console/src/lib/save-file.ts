import type { FileResult } from 'haat-client';

/** Hands a file to the person, under the name that the server gave it. */
export function saveFile({ blob, name }: Pick<FileResult, 'blob' | 'name'>, fallback: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name ?? fallback;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
