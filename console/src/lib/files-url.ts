/** Where the storage serves its keys from: this origin, until the declarations say otherwise. */
let base = '/';

export function serveFilesFrom(url: string): void {
  base = url;
}

export const fileUrl = (key: string): string => `${base}${key}`;
